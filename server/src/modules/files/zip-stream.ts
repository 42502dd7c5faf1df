import { Readable } from 'node:stream';
import type { Storage } from '../../platform/files/storage.ts';
import { numberedNames } from './file-name.ts';
import { centralRecord, endRecords, localHeader } from './zip-format.ts';

interface Entry {
  filename: string;
  size: number;
  crc32: number;
  storageKey: string;
  createdAt: Date;
}

/**
 * Streams stored files as one zip, at the receiver's speed. Nothing is compressed and every checksum is known, so
 * bytes pass unchanged and the length is known in advance. Reading stops when the receiver disconnects.
 */
export function zipStream(storage: Storage, entries: readonly Entry[]): { bytes: Readable; length: number } {
  const names = numberedNames(entries.map(({ filename }) => filename));
  const central: Buffer[] = [];
  let at = 0;
  const planned = entries.map((entry, n) => {
    const zipped = {
      name: names[n] ?? entry.filename,
      size: entry.size,
      crc32: entry.crc32,
      modified: entry.createdAt,
    };
    const header = localHeader(zipped);
    central.push(centralRecord(zipped, at));
    at += header.length + entry.size;
    return { ...entry, header };
  });
  const directory = Buffer.concat(central);
  const end = endRecords(entries.length, directory.length, at);

  let reading: Readable | null = null;
  async function* pieces(): AsyncGenerator<Buffer> {
    for (const { header, storageKey, size } of planned) {
      yield header;
      let left = size;
      reading = await storage.read(storageKey);
      for await (const chunk of reading) {
        left -= chunk.length;
        // The promised length must not hide a truncated zip.
        if (left < 0) break;
        yield chunk;
      }
      if (left !== 0) throw new Error('a stored file is not as long as its row says');
    }
    yield directory;
    yield end;
  }
  const bytes = Readable.from(pieces(), { objectMode: false, highWaterMark: 512 * 1024 });
  bytes.once('close', () => reading?.destroy());
  return { bytes, length: at + directory.length + end.length };
}
