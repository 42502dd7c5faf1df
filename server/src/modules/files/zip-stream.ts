import { Readable } from 'node:stream';
import type { Storage } from '../../platform/files/storage.ts';
import { numberedNames } from './file-name.ts';
import { ZipDirectory } from './zip-format.ts';

interface Entry {
  filename: string;
  size: number;
  crc32: number;
  storageKey: string;
  createdAt: Date;
}

/**
 * Streams stored files as one zip, at the receiver's speed. Entries are stored uncompressed and every checksum is
 * known, so bytes pass unchanged and the length is known in advance. Reading stops when the receiver disconnects.
 */
export function zipStream(storage: Storage, entries: readonly Entry[]): { bytes: Readable; length: number } {
  const names = numberedNames(entries.map(({ filename }) => filename));
  const directory = new ZipDirectory();
  const planned = entries.map((entry, n) => {
    const zipped = {
      name: names[n] ?? entry.filename,
      size: entry.size,
      crc32: entry.crc32,
      modified: entry.createdAt,
    };
    return { ...entry, header: directory.add(zipped) };
  });
  const end = directory.end();

  let reading: Readable | null = null;
  async function* pieces(): AsyncGenerator<Buffer> {
    for (const { header, storageKey, size } of planned) {
      // Before its header, so that a missing first file is found before anything is sent.
      reading = await storage.read(storageKey);
      yield header;
      yield* exactly(reading, size);
    }
    yield end;
  }
  const bytes = Readable.from(pieces(), { objectMode: false, highWaterMark: 512 * 1024 });
  bytes.once('close', () => reading?.destroy());
  return { bytes, length: directory.length + end.length };
}

/** The bytes of a stream; throws unless there are exactly so many, because a zip has promised its lengths. */
export async function* exactly(bytes: Readable, size: number): AsyncGenerator<Buffer> {
  let left = size;
  for await (const chunk of bytes) {
    left -= chunk.length;
    if (left < 0) break;
    yield chunk;
  }
  if (left !== 0) throw new Error('a stored file is not as long as its row says');
}
