import type { Storage } from '../../platform/files/storage.ts';

/** All bytes of a stored file, in memory that can be transferred to a thread. */
export async function readWhole(storage: Storage, key: string, size: number): Promise<ArrayBuffer> {
  const bytes = new Uint8Array(size);
  let at = 0;
  for await (const chunk of (await storage.read(key)) as AsyncIterable<Buffer>) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  if (at !== size) throw new Error('a stored file came incomplete');
  return bytes.buffer;
}
