import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import {
  type Archive,
  archivesIn,
  copiesOf,
  copySizes,
  placeOf,
  segmentsOf,
} from './platform/backup/archive.ts';
import { NotRestored, restore } from './platform/backup/restore.ts';
import { NotOpened } from './platform/backup/seal.ts';
import { openTarget, refusalOf, type Target } from './platform/backup/target.ts';
import { backupTargetOf } from './platform/config/settings.ts';

const USAGE = `Usage:
  npm run restore -- --list             shows what the backup holds
  npm run restore -- --to <time>        restores to a second, such as 2026-11-24T09:30:00+01:00
  npm run restore -- --to latest        restores the last state
  npm run restore -- --cluster <id> …   names the database, if there are several

BACKUP_DIR is the folder with the backups, or BACKUP_S3_BUCKET the bucket, with the other BACKUP_S3_ settings.
BACKUP_SECRET_KEY opens them, and DATA_DIR, which must be empty, receives the result.`;

function setting(name: string): string {
  const value = process.env[name];
  if (!value) throw new NotRestored(`Set ${name}.\n\n${USAGE}`);
  return value;
}

/** A moment with its time zone, because a time without one is another moment elsewhere. */
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

async function archiveIn(target: Target, cluster: string | undefined): Promise<Archive> {
  const all = await archivesIn(target);
  const chosen = cluster ? all.filter((each) => each.cluster === cluster) : all;
  const [one, another] = chosen;
  if (!one) throw new NotRestored(`There is no backup in ${target.name}.`);
  if (another)
    throw new NotRestored(
      `${target.name} has backups of several databases. Name one with --cluster: ` +
        all.map((each) => each.cluster).join(', '),
    );
  return one;
}

async function list(archive: Archive): Promise<void> {
  const copies = await copiesOf(archive);
  const last = (await segmentsOf(archive)).at(-1);
  console.info(`${placeOf(archive)}\n`);
  for (const { finishedAt, version, postgres } of copies)
    console.info(`full copy ${finishedAt}   Cusp ${version}, PostgreSQL ${postgres}`);
  const unusable = (await copySizes(archive)).size - copies.length;
  if (unusable > 0)
    console.info(`\n${unusable} incomplete: being written, or left by a backup that was interrupted`);
  if (last) console.info(`\nWAL until ${new Date(last.writtenAt).toISOString()}`);
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { to: { type: 'string' }, list: { type: 'boolean' }, cluster: { type: 'string' } },
  });
  if (values.list === (values.to !== undefined)) throw new NotRestored(USAGE);
  const wanted = backupTargetOf(process.env);
  if (!wanted) throw new NotRestored(`Set BACKUP_DIR or BACKUP_S3_BUCKET.\n\n${USAGE}`);
  const archive = await archiveIn(await openTarget(wanted), values.cluster);
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
      'Everybody has to sign in again. Repeat erasures, blocks and changes of passwords that were made after the restored second.',
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
      (error instanceof Error && /^BACKUP_/.test(error.message)) ||
      (error as NodeJS.ErrnoException).code?.startsWith('ERR_PARSE_ARGS');
    console.error(refusalOf(error) ?? (isExpected ? (error as Error).message : error));
    process.exitCode = 1;
  });
