import { chmod, mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Writes a file to the outbox folder. Only the server's own user may read it, because mails and text messages hold
 * links and codes that open accounts.
 */
export async function putInOutbox(dir: string, name: string, content: string | Buffer): Promise<void> {
  await mkdir(dir, { recursive: true });
  await chmod(dir, 0o700);
  // Renamed once complete, so that no reader sees half a file.
  const half = join(dir, `${name}.half`);
  await writeFile(half, content, { mode: 0o600 });
  await rename(half, join(dir, name));
}
