import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { type Archive, archivesIn, copiesOf, segmentsOf } from './platform/backup/archive.ts';
import { NotRestored, restore } from './platform/backup/restore.ts';
import { NotOpened } from './platform/backup/seal.ts';

const USAGE = `Usage:
  npm run restore -- --list             shows what BACKUP_DIR holds
  npm run restore -- --to <time>        restores to a second, such as 2026-11-24T09:30:00+01:00
  npm run restore -- --to latest        restores the last state
  npm run restore -- --cluster <id> …   names the database, if BACKUP_DIR has several

BACKUP_DIR is the folder with the backups, BACKUP_SECRET_KEY opens them, and DATA_DIR, which must be empty, receives the result.`;

function setting(name: string): string {
  const value = process.env[name];
  if (!value) throw new NotRestored(`Set ${name}.\n\n${USAGE}`);
  return value;
}

/** A moment with its time zone, because a time of day without one means another second elsewhere. */
export function momentOf(text: string): Date | null {
  if (text === 'latest') return null;
  const moment = new Date(text);
  if (
    !/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/.test(text) ||
    Number.isNaN(moment.getTime())
  )
    throw new NotRestored(
      `"${text}" is no time with a time zone. Write it like 2026-11-24T09:30:00Z or 2026-11-24T10:30:00+01:00.`,
    );
  if (moment.getTime() > Date.now()) throw new NotRestored(`${moment.toISOString()} has not come yet.`);
  return moment;
}

async function archiveIn(folder: string, cluster: string | undefined): Promise<Archive> {
  const all = await archivesIn(folder);
  const chosen = cluster ? all.filter((each) => each.folder.endsWith(`cluster-${cluster}`)) : all;
  const [one, another] = chosen;
  if (!one) throw new NotRestored(`There is no backup in ${folder}.`);
  if (another)
    throw new NotRestored(
      `${folder} has backups of several databases. Name one with --cluster: ` +
        all.map((each) => each.folder.replace(/.*cluster-/, '')).join(', '),
    );
  return one;
}

async function list(archive: Archive): Promise<void> {
  const copies = await copiesOf(archive);
  const last = (await segmentsOf(archive)).at(-1);
  console.info(`${archive.folder}\n`);
  for (const { finishedAt, version, postgres } of copies)
    console.info(`full copy ${finishedAt}   Cusp ${version}, PostgreSQL ${postgres}`);
  if (last) console.info(`\nWAL until ${new Date(last.writtenAt).toISOString()}`);
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { to: { type: 'string' }, list: { type: 'boolean' }, cluster: { type: 'string' } },
  });
  if (values.list === (values.to !== undefined)) throw new NotRestored(USAGE);
  const archive = await archiveIn(resolve(setting('BACKUP_DIR')), values.cluster);
  if (values.to === undefined) return list(archive);
  const dataDir = resolve(setting('DATA_DIR'));
  const began = performance.now();
  const { files, missing } = await restore({
    archive,
    secretKey: setting('BACKUP_SECRET_KEY').trim(),
    to: momentOf(values.to),
    dataDir,
    log: (line) => console.info(line),
  });
  const seconds = Math.round((performance.now() - began) / 1000);
  console.info(`Restored in ${seconds} s: the database and ${files} files in ${dataDir}.`);
  console.info(
    'Start Cusp on it, then run npm run backup: what happens from now on can be restored only from a new full copy. ' +
      'Repeat erasures that were made after the restored second.',
  );
  if (missing.length === 0) return;
  console.error(
    `${missing.length} files that the database names are not in the backup:\n${missing.join('\n')}`,
  );
  process.exitCode = 1;
}

if (import.meta.main)
  await main().catch((error: unknown) => {
    const isExpected =
      error instanceof NotRestored ||
      error instanceof NotOpened ||
      (error as NodeJS.ErrnoException).code?.startsWith('ERR_PARSE_ARGS');
    console.error(isExpected ? (error as Error).message : error);
    process.exitCode = 1;
  });
