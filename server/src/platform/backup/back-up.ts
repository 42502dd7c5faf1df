import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { VERSION } from '../../version.ts';
import {
  type Archive,
  baseKey,
  type Copy,
  fileKey,
  filesPrefix,
  keysKey,
  placeOf,
  segmentsOf,
  writeCopy,
} from './archive.ts';
import { copyCluster, type Extra, keysIn, sizeOf } from './copy-cluster.ts';
import { isArchived } from './outgoing.ts';
import { prune } from './prune.ts';
import { seal, sealedSize } from './seal.ts';
import type { Target } from './target.ts';

interface BackUp {
  target: Target;
  publicKey: string;
  /** Number of days of which each second can be restored. */
  days: number;
  /** Connection of the superuser. */
  adminUrl: string;
  cluster: string;
  /** Files whose contents a restored deployment needs, if they exist, by their names in the copy. */
  secrets: Record<string, string>;
  /** null if files are in an object store. */
  filesFolder: string | null;
}

/** A full copy cannot be made; the message has the reason. */
export class NotBackedUp extends Error {}

/** An arbitrary key of an advisory lock: one full copy at a time. */
const COPY_LOCK = 4803;
const SHIPPED_WITHIN_MS = 300_000;

/** The identifier that PostgreSQL gave the cluster when it was made. */
export async function clusterId(client: pg.ClientBase): Promise<string> {
  const { rows } = await client.query<{ id: string }>(
    'select system_identifier::text as id from pg_control_system()',
  );
  return rows[0]?.id ?? '';
}

/**
 * Makes a full copy of database and files, beside a running Cusp or alone, and removes backups that no retained day
 * needs. The copy is valid once the WAL up to its end is in the target.
 */
export async function backUp(options: BackUp): Promise<{ copy: Copy; files: number; removed: number }> {
  const client = new pg.Client({ connectionString: options.adminUrl, keepAlive: true });
  await client.connect();
  client.on('error', () => {});
  try {
    const one = async (sql: string, values: unknown[] = []): Promise<Record<string, string>> =>
      (await client.query<Record<string, string>>(sql, values)).rows[0] ?? {};
    if ((await one('show archive_mode')).archive_mode !== 'on')
      throw new NotBackedUp(
        'Cusp is running without backups. Restart it with the same settings as this command.',
      );
    if (!(await one('select pg_try_advisory_lock($1)::text as mine', [COPY_LOCK])).mine?.startsWith('t'))
      throw new NotBackedUp('Another backup is running.');
    const archive = { target: options.target, cluster: await clusterId(client) };
    await options.target.storage.ready();
    await options.target.storage.tidy();
    const startedAt = new Date();
    const id = startedAt.toISOString().replaceAll(/[:.]/g, '-');

    await client.query("select pg_backup_start('cusp', true)");
    let end: Record<string, string> = {};
    const first = await readSecrets(options.secrets);
    const tar = copyCluster(options.cluster, first, async () => {
      end = await one(
        'select lsn::text, labelfile, spcmapfile, pg_walfile_name(lsn) as segment from pg_backup_stop(true)',
      );
      return [{ name: 'cluster/backup_label', text: end.labelfile ?? '' }];
    });
    const base = await seal(archive.target, baseKey(archive, id), tar, options.publicKey);
    const [, startSegment = ''] =
      /START WAL LOCATION: \S+ \(file ([0-9A-F]{24})\)/.exec(end.labelfile ?? '') ?? [];

    const files = await copyFiles(archive, options.filesFolder, options.publicKey);
    const keys = Buffer.from(files.keys.map((key) => `${key}\n`).join(''));
    await archive.target.storage.write(keysKey(archive, id), Readable.from([keys]));
    const { now = '', postgres = '' } = await one(
      "select ceil(extract(epoch from clock_timestamp()) * 1000)::text as now, current_setting('server_version') as postgres",
    );
    // A commit after this moment, so that the copy can be recovered to it.
    await client.query('select pg_current_xact_id()');
    const { segment: endSegment = '' } = await one('select pg_walfile_name(pg_switch_wal()) as segment');
    await waitUntilShipped(archive, endSegment);
    const copy: Copy = {
      id,
      startedAt: startedAt.toISOString(),
      finishedAt: new Date(Number(now)).toISOString(),
      timeline: startSegment.slice(0, 8),
      startSegment,
      endSegment,
      postgres,
      version: VERSION,
      bytes: { base, keys: keys.length },
    };
    await writeCopy(archive, copy);
    const removed = await prune(archive, options.days, options.filesFolder);
    return { copy, files: files.sealed, removed };
  } finally {
    // Ends an unfinished copy, too.
    await client.end();
  }
}

/** Secrets that a deployment gets from its settings have no file. */
async function readSecrets(paths: Record<string, string>): Promise<Extra[]> {
  const found = await Promise.all(
    Object.entries(paths).map(async ([name, path]) => {
      try {
        return [{ name, text: await readFile(path, 'utf8') }];
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
        throw error;
      }
    }),
  );
  return found.flat();
}

/**
 * Seals the files that the archive lacks or has only partially. Returns the existing ones, and how many were sealed.
 */
async function copyFiles(
  archive: Archive,
  folder: string | null,
  publicKey: string,
): Promise<{ keys: string[]; sealed: number }> {
  const copied = { keys: [] as string[], sealed: 0 };
  if (!folder) return copied;
  const sizes = new Map<string, number>();
  for await (const { key, size } of archive.target.storage.list(filesPrefix(archive))) sizes.set(key, size);
  for await (const key of keysIn(folder)) {
    if (!isArchived(key)) continue;
    copied.keys.push(key);
    const size = await sizeOf(join(folder, key));
    if (size === null || sizes.get(fileKey(archive, key)) === sealedSize(size)) continue;
    try {
      await seal(archive.target, fileKey(archive, key), createReadStream(join(folder, key)), publicKey);
      copied.sealed += 1;
    } catch (error) {
      // Deleted since it was listed.
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
  }
  return copied;
}

async function waitUntilShipped(archive: Archive, segment: string): Promise<void> {
  const end = Date.now() + SHIPPED_WITHIN_MS;
  while ((await segmentsOf(archive, segment)).length === 0) {
    if (Date.now() > end)
      throw new NotBackedUp(
        `The WAL of this copy has not arrived in ${placeOf(archive)} within ${SHIPPED_WITHIN_MS / 60_000} minutes. ` +
          'Look for "backup" in the log of the running Cusp.',
      );
    await setTimeout(200);
  }
}
