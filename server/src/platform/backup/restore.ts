import { createWriteStream } from 'node:fs';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve, sep } from 'node:path';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { extract } from 'tar-stream';
import { MissingBytes } from '../files/storage.ts';
import {
  type Archive,
  baseKey,
  type Copy,
  copiesOf,
  fileKey,
  historiesOf,
  nextSegment,
  placeOf,
  type Segment,
  segmentsOf,
  UNFINISHED,
} from './archive.ts';
import { NotOpened, unseal } from './seal.ts';
import type { Target } from './target.ts';

/** The requested state cannot be restored; nothing was changed. */
export class NotRestored extends Error {}

const KEPT_FILE = 'exists (select from case_file f where f.id = t.file_id and f.deleted_at is null)';

/** Columns with the keys of stored files, and which rows have bytes. Open uploads start again, without their parts. */
export const KEY_COLUMNS: readonly (readonly [table: string, column: string, rule?: string])[] = [
  ['case_file', 'storage_key', 'deleted_at is null'],
  ['served_copy', 'storage_key', KEPT_FILE],
  ['light_copy', 'storage_key', KEPT_FILE],
  ['app_user', 'picture_key'],
  ['lab', 'logo_key'],
  [
    'region_import_file',
    'storage_key',
    "exists (select from region_import i where i.move_id = t.move_id and i.step = 'copying')",
  ],
  ['data_export', 'storage_key'],
];

interface Restore {
  archive: Archive;
  secretKey: string;
  /** null: the latest state in the archive. */
  to: Date | null;
  dataDir: string;
  /** `false` for tests. */
  fsync?: boolean;
  log?: (line: string) => void;
}

interface Restored {
  copy: Copy;
  files: number;
  /** Keys of files that the database refers to and the archive lacks. */
  missing: string[];
}

/** Files needed to restore a moment: the newest copy before it and the WAL from there until it is covered. */
export async function planRestore(
  archive: Archive,
  to: Date | null,
): Promise<{ copy: Copy; segments: Segment[] }> {
  const copies = await copiesOf(archive);
  const [first] = copies;
  if (!first) throw new NotRestored(`There is no complete copy in ${placeOf(archive)}.`);
  const copy = to
    ? copies.findLast(({ finishedAt }) => Date.parse(finishedAt) <= to.getTime())
    : copies.at(-1);
  if (!copy)
    throw new NotRestored(`The archive begins at ${first.finishedAt}, after the time that you ask for.`);
  const newest = (await segmentsOf(archive)).at(-1);
  if (to === null && newest && newest.name.slice(0, 8) > copy.timeline)
    throw new NotRestored(
      'The newest WAL is of a database that was restored itself, and of that one there is no full copy. ' +
        `Name a time with --to; the last of the former one is ${when(await lastOn(archive, copy.timeline))}.`,
    );
  const known = new Map((await segmentsOf(archive)).map((segment) => [segment.name, segment]));
  const last = await lastOn(archive, copy.timeline);
  const segments: Segment[] = [];
  for (let name = copy.startSegment; ; name = nextSegment(name)) {
    const segment = known.get(name);
    if (!segment) {
      if (last && name <= last.name)
        throw new NotRestored(
          `The WAL segment ${name} is missing in ${placeOf(archive)}. ` +
            `From this copy (${copy.finishedAt}) nothing after ${when(segments.at(-1))} can be restored.`,
        );
      if (to === null && name > copy.endSegment) break;
      throw new NotRestored(
        `The archive ends at ${when(last)}, before the time that you ask for. Use --to latest for its last state.`,
      );
    }
    segments.push(segment);
    if (to && segment.writtenAt > to.getTime() && name >= copy.endSegment) break;
  }
  return { copy, segments };
}

const lastOn = async (archive: Archive, timeline: string): Promise<Segment | undefined> =>
  (await segmentsOf(archive)).findLast(({ name }) => name.startsWith(timeline));

const when = (segment: Segment | undefined): string =>
  segment ? new Date(segment.writtenAt).toISOString() : 'its first copy';

/**
 * Restores database and files to the state of a moment, in a data directory that is empty or does not exist.
 * @throws NotRestored or NotOpened; the data directory is then unchanged.
 */
export async function restore(options: Restore): Promise<Restored> {
  const { archive, secretKey, to, dataDir, fsync = true, log = () => {} } = options;
  const names: string[] = await readdir(dataDir).catch(() => []);
  if (names.length > 0 && !names.includes(UNFINISHED))
    throw new NotRestored(`${dataDir} is not empty. Name an empty DATA_DIR, so that nothing is overwritten.`);
  const { copy, segments } = await planRestore(archive, to);
  // Fails for a wrong key before anything is written.
  (await unseal(archive.target, baseKey(archive, copy.id), secretKey)).destroy();

  await empty(dataDir);
  await mkdir(dataDir, { recursive: true });
  await writeFile(join(dataDir, UNFINISHED), `${new Date().toISOString()}\n`);
  try {
    const { restoreCluster } = await import('@cusp/local-postgres/restore');
    log(`Reading the copy of ${copy.finishedAt} and ${segments.length} WAL segments`);
    await restoreCluster({
      dataDir: join(dataDir, 'postgres'),
      to,
      fsync,
      fill: async ({ cluster, passwordFile }) => {
        await unpack(archive.target, baseKey(archive, copy.id), secretKey, {
          cluster,
          passwordFile,
          dataDir,
        });
        // The history files let PostgreSQL choose a timeline that no earlier restore had.
        const wal = [...segments, ...(await historiesOf(archive))];
        const done = join(cluster, 'pg_wal', 'archive_status');
        await mkdir(done, { recursive: true, mode: 0o700 });
        for (const { name, key } of wal) {
          const target = createWriteStream(join(cluster, 'pg_wal', name), { mode: 0o600 });
          await pipeline(await unseal(archive.target, key, secretKey), target);
          // Otherwise PostgreSQL would archive them once more.
          await writeFile(join(done, `${name}.done`), '');
        }
      },
    });
    log('The database is restored; reading files');
    const { files, missing } = await restoreFiles(options);
    await rm(join(dataDir, UNFINISHED));
    return { copy, files, missing };
  } catch (error) {
    await empty(dataDir);
    throw error;
  }
}

async function empty(folder: string): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) await rm(join(folder, name), { recursive: true });
}

/** Names in a copy that are not part of the cluster. */
const SUPERUSER_PASSWORD = 'superuser-password';
const SECRETS = ['secret', 'database-secret'];

/** Locations of a deployment's secrets, for a copy. */
export const secretsOf = (dataDir: string, passwordFile: string): Record<string, string> => ({
  [SUPERUSER_PASSWORD]: passwordFile,
  ...Object.fromEntries(SECRETS.map((name) => [name, join(dataDir, name)])),
});

async function unpack(
  from: Target,
  key: string,
  secretKey: string,
  to: { cluster: string; passwordFile: string; dataDir: string },
): Promise<void> {
  const entries = extract();
  const targetOf = (name: string): string => {
    if (name === SUPERUSER_PASSWORD) return to.passwordFile;
    if (SECRETS.includes(name)) return join(to.dataDir, name);
    const target = resolve(to.cluster, name.replace(/^cluster\//, ''));
    if (!name.startsWith('cluster/') || !target.startsWith(to.cluster + sep))
      throw new NotOpened(`${from.name}/${key} holds ${name}, which does not belong there.`);
    return target;
  };
  const unpacked = (async () => {
    for await (const entry of entries) {
      const target = targetOf(entry.header.name);
      if (entry.header.type === 'directory') {
        await mkdir(target, { recursive: true, mode: 0o700 });
        entry.resume();
      } else {
        await mkdir(dirname(target), { recursive: true, mode: 0o700 });
        await pipeline(entry, createWriteStream(target, { mode: 0o600 }));
      }
    }
  })();
  await Promise.all([pipeline(await unseal(from, key, secretKey), entries), unpacked]);
}

/** Ids assigned after the restored moment must not be reused, because links in mails contain them. */
const IDS_LEFT_OUT = 100_000;

async function restoreFiles({ archive, secretKey, dataDir, fsync }: Restore) {
  const { startLocalPostgres } = await import('@cusp/local-postgres/start');
  const postgres = await startLocalPostgres({ dataDir: join(dataDir, 'postgres'), fsync });
  const url = new URL(postgres.adminUrl);
  url.pathname = '/cusp';
  const client = new pg.Client(url.href);
  try {
    await client.connect();
    await client.query('delete from upload');
    // Sessions that were ended after the restored moment, for example of a lost device, must not become active again.
    await client.query(
      "update session set ended_at = now(), end_reason = 'restored from a backup' where ended_at is null",
    );
    await client.query(`
      select setval(format('%I.%I', schemaname, sequencename)::regclass, last_value + ${IDS_LEFT_OUT} * increment_by)
      from pg_sequences where schemaname = 'public' and last_value is not null
    `);
    const { rows } = await client.query<{ key: string }>(
      KEY_COLUMNS.map(
        ([table, column, rule = 'true']) =>
          `select ${column} as key from ${table} as t where ${column} is not null and ${rule}`,
      ).join(' union '),
    );
    const missing: string[] = [];
    for (const { key } of rows) {
      const target = join(dataDir, 'files', key);
      await mkdir(dirname(target), { recursive: true });
      try {
        await pipeline(
          await unseal(archive.target, fileKey(archive, key), secretKey),
          createWriteStream(target, { flush: true }),
        );
      } catch (error) {
        if (!(error instanceof MissingBytes)) throw error;
        missing.push(key);
      }
    }
    return { files: rows.length - missing.length, missing };
  } finally {
    await client.end();
    await postgres.stop();
  }
}
