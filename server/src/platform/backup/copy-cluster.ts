import { type FileHandle, open, readdir, stat } from 'node:fs/promises';
import { join, relative } from 'node:path';
import type { Readable } from 'node:stream';
import { type Pack, pack } from 'tar-stream';

/** Folders that PostgreSQL needs empty: their contents belong to a run, or come from the archived WAL. */
const EMPTIED = new Set([
  'pg_dynshmem',
  'pg_notify',
  'pg_replslot',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
  'pg_wal',
]);
/** Files of one run, caches, and temporary tables. */
const LEFT_OUT = /^(postmaster\.(pid|opts)|pg_internal\.init.*|pgsql_tmp.*|t\d+_\d+.*)$/;
/** Copied last, because it records where recovery begins. */
const CONTROL = 'global/pg_control';
const CHUNK = 1024 * 1024;

export interface Extra {
  name: string;
  text: string;
}

/**
 * A tar of a cluster that is between `pg_backup_start` and `pg_backup_stop`. Files may change, shrink or vanish while
 * it is read, which the WAL repairs; `last` provides the files that are only known once all others were read.
 */
export function copyCluster(
  cluster: string,
  first: readonly Extra[],
  last: () => Promise<Extra[]>,
): Readable {
  const tar = pack();
  void fill(tar, cluster, first, last).then(
    () => tar.finalize(),
    (error: Error) => tar.destroy(error),
  );
  return tar as unknown as Readable;
}

async function fill(tar: Pack, cluster: string, first: readonly Extra[], last: () => Promise<Extra[]>) {
  const put = (extra: Extra) =>
    new Promise<void>((resolve, reject) => {
      tar.entry({ name: extra.name, mode: 0o600 }, extra.text, (error) =>
        error ? reject(error) : resolve(),
      );
    });
  for (const extra of first) await put(extra);
  for await (const { path, isFolder } of walk(cluster, '')) {
    const name = `cluster/${path}`;
    if (isFolder) tar.entry({ name, type: 'directory', mode: 0o700 });
    else if (path !== CONTROL) await putFile(tar, name, join(cluster, path));
  }
  await putFile(tar, `cluster/${CONTROL}`, join(cluster, CONTROL));
  for (const extra of await last()) await put(extra);
}

async function* walk(root: string, folder: string): AsyncGenerator<{ path: string; isFolder: boolean }> {
  for (const entry of await readdir(join(root, folder), { withFileTypes: true })) {
    if (LEFT_OUT.test(entry.name)) continue;
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      yield { path, isFolder: true };
      if (!EMPTIED.has(path)) yield* walk(root, path);
    } else if (entry.isFile()) yield { path, isFolder: false };
  }
}

async function putFile(tar: Pack, name: string, path: string): Promise<void> {
  const file = await open(path, 'r').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (!file) return;
  try {
    const { size } = await file.stat();
    await new Promise<void>((resolve, reject) => {
      const entry = tar.entry({ name, size, mode: 0o600 }, (error) => (error ? reject(error) : resolve()));
      send(file, size, entry).catch(reject);
    });
  } finally {
    await file.close();
  }
}

/** Exactly `size` bytes, with zeros for those that were truncated while reading. */
async function send(file: FileHandle, size: number, entry: NodeJS.WritableStream): Promise<void> {
  for (let at = 0; at < size; ) {
    const buffer = Buffer.alloc(Math.min(CHUNK, size - at));
    await file.read(buffer, 0, buffer.length, at);
    at += buffer.length;
    if (!entry.write(buffer)) await new Promise((resolve) => entry.once('drain', resolve));
  }
  entry.end();
}

/** Storage keys of all files in a folder, without partial writes. */
export async function* keysIn(filesFolder: string, folder = ''): AsyncGenerator<string> {
  for (const entry of await readdir(join(filesFolder, folder), { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* keysIn(filesFolder, path);
    else if (entry.isFile()) yield relative('', path);
  }
}

export const sizeOf = async (path: string): Promise<number | null> =>
  stat(path).then(
    ({ size }) => size,
    () => null,
  );
