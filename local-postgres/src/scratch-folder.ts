import { chmod, mkdtemp, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Where Linux keeps files in memory. */
const MEMORY = '/dev/shm';
/** A run of all tests needs a small part of it. */
const ENOUGH_BYTES = 4 * 1024 ** 3;

/**
 * A new temporary folder for a database, in memory if there is enough: tests create and drop hundreds of databases,
 * which is slow on some file systems. If root runs it, PostgreSQL works as another user, who must be able to traverse
 * the folder.
 */
export async function scratchFolder(prefix: string): Promise<string> {
  const folder = await mkdtemp(join((await hasMemory()) ? MEMORY : tmpdir(), prefix));
  await chmod(folder, 0o711);
  return folder;
}

async function hasMemory(): Promise<boolean> {
  try {
    const { bavail, bsize } = await statfs(MEMORY);
    return bavail * bsize >= ENOUGH_BYTES;
  } catch {
    return false;
  }
}
