import { randomUUID } from 'node:crypto';
import { createReadStream, type Dirent } from 'node:fs';
import { chmod, link, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, posix, resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { isArchived, linkName } from '../backup/outgoing.ts';
import { DiskWriter } from './disk-writer.ts';
import {
  assertKey,
  assertPrefix,
  type ListedStorage,
  MissingBytes,
  type StoredKey,
  type WriteOptions,
} from './storage.ts';

/** A temporary file without writes for this long has lost its writer. */
export const DEAD_AFTER_MS = 3600 * 1000;
const CHUNK = 256 * 1024;

/**
 * Bytes in a folder. A write goes to a temporary name and is renamed once it is complete and flushed to the disk; then
 * the folder is flushed.
 */
export class DiskStorage implements ListedStorage {
  readonly #root: string;
  readonly #incoming: string;
  readonly #outgoing: string | null;

  /** With `outgoing`, each file that a backup needs is linked into that folder before it gets its final name. */
  constructor(root: string, outgoing: string | null = null) {
    this.#root = resolve(root);
    this.#incoming = join(this.#root, 'incoming');
    this.#outgoing = outgoing;
  }

  async write(key: string, bytes: Readable, { giveBack = false }: WriteOptions = {}): Promise<void> {
    const target = this.#path(key);
    const half = join(this.#incoming, randomUUID());
    // Without a listener, an error before the first read would end the process.
    bytes.once('error', () => {});
    try {
      const made = await mkdir(dirname(target), { recursive: true });
      await pipeline(bytes, new DiskWriter(half, { giveBack }));
      if (this.#outgoing && isArchived(key)) await link(half, join(this.#outgoing, linkName(key)));
      await rename(half, target);
      await Promise.all(this.#changedBy(key, made).map(flushFolder));
    } catch (error) {
      bytes.destroy();
      await rm(half, { force: true });
      throw error;
    }
  }

  async read(key: string, range?: { start: number; end: number }): Promise<Readable> {
    const file = await open(this.#path(key), 'r').catch((error: NodeJS.ErrnoException) => {
      throw error.code === 'ENOENT' ? new MissingBytes(key, error) : error;
    });
    return createReadStream('', { fd: file, ...range, highWaterMark: CHUNK });
  }

  async sizeOf(key: string): Promise<number | null> {
    try {
      return (await stat(this.#path(key))).size;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
      throw error;
    }
  }

  async remove(key: string): Promise<void> {
    await rm(this.#path(key), { force: true });
  }

  async removeBelow(prefix: string): Promise<void> {
    await rm(this.#path(prefix), { recursive: true, force: true });
  }

  async *list(prefix: string, after = ''): AsyncGenerator<StoredKey> {
    assertPrefix(prefix);
    const folder = prefix.endsWith('/') ? prefix.slice(0, -1) : posix.dirname(prefix);
    for await (const key of this.#below(folder)) {
      if (!key.startsWith(prefix) || key <= after) continue;
      // Removed since it was listed.
      const found = await stat(join(this.#root, key)).catch(() => null);
      if (found) yield { key, size: found.size, writtenAt: found.mtimeMs };
    }
  }

  async roots(): Promise<string[]> {
    return (await entriesIn(this.#root)).filter((entry) => entry.isDirectory()).map(({ name }) => name);
  }

  async *#below(folder: string): AsyncGenerator<string> {
    for (const entry of await entriesIn(join(this.#root, folder))) {
      const key = posix.join(folder, entry.name);
      if (entry.isDirectory()) yield* this.#below(key);
      else if (entry.isFile()) yield key;
    }
  }

  async tidy(): Promise<void> {
    for (const name of await readdir(this.#incoming)) {
      const half = join(this.#incoming, name);
      const written = await stat(half).catch(() => null);
      if (written && written.mtimeMs < Date.now() - DEAD_AFTER_MS) await rm(half, { force: true });
    }
  }

  async ready(): Promise<void> {
    await mkdir(this.#incoming, { recursive: true });
    // Other accounts of the machine cannot read patients' files, but a backup group can.
    const { mode } = await stat(this.#root);
    await chmod(this.#root, mode & 0o7770);
    if (this.#outgoing) await mkdir(this.#outgoing, { recursive: true });
  }

  /** The folders in which a write of this key has created entries; `made` is the outermost folder that it created. */
  #changedBy(key: string, made: string | undefined): string[] {
    const folders = this.#outgoing && isArchived(key) ? [this.#outgoing] : [];
    const outermost = dirname(made ?? this.#path(key));
    let folder = dirname(this.#path(key));
    for (; folder.length > outermost.length; folder = dirname(folder)) folders.push(folder);
    return [...folders, outermost];
  }

  #path(key: string): string {
    assertKey(key);
    return join(this.#root, key);
  }
}

/**
 * Otherwise a power failure may lose the directory entry of a file whose bytes are on the disk. Some network drives do
 * not support it.
 */
async function flushFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } catch (error) {
    if (!['EINVAL', 'ENOTSUP'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
  } finally {
    await folder.close();
  }
}

const entriesIn = (folder: string): Promise<Dirent[]> =>
  readdir(folder, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
