import { mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { crc32 } from 'node:zlib';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Entry, fromBufferPromise, openPromise, type ZipFile } from 'yauzl';
import type { Storage } from '../../platform/files/storage.ts';
import { centralRecord, endRecords, localHeader } from './zip-format.ts';
import { zipStream } from './zip-stream.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cusp-zip-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const GIB = 1024 ** 3;
const MODIFIED = new Date('2026-03-04T05:06:08Z');

/** Entries as read by an independent library, with the bytes of those in `wanted`. */
async function read(zip: ZipFile, wanted: (entry: Entry) => boolean = () => true) {
  const entries: { entry: Entry; bytes: Buffer | null }[] = [];
  for await (const entry of eachEntry(zip)) {
    const bytes = wanted(entry) ? await buffer(await zip.openReadStreamPromise(entry)) : null;
    entries.push({ entry, bytes });
  }
  return entries;
}

async function* eachEntry(zip: ZipFile): AsyncGenerator<Entry> {
  for (;;) {
    const next = await new Promise<Entry | null>((resolve, reject) => {
      zip.removeAllListeners();
      zip
        .once('entry', resolve)
        .once('end', () => resolve(null))
        .once('error', reject);
      zip.readEntry();
    });
    if (!next) return;
    yield next;
  }
}

const storageOf = (files: ReadonlyMap<string, Uint8Array>) =>
  ({
    read: async (key: string) => Readable.from([Buffer.from(files.get(key) ?? [])], { objectMode: false }),
  }) as Pick<Storage, 'read'> as Storage;

test('an independent reader finds all entries, whatever the names and bytes', async () => {
  const file = fc.record({
    filename: fc.string({ minLength: 1, maxLength: 40, unit: 'grapheme' }),
    bytes: fc.uint8Array(),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(file, { maxLength: 6 }), async (sent) => {
      const files = sent.map(({ filename, bytes }, n) => ({
        filename: filename.replace(/[/\\\0]/g, '_'),
        storageKey: String(n),
        size: bytes.length,
        crc32: crc32(bytes),
        createdAt: MODIFIED,
      }));
      const storage = storageOf(new Map(sent.map(({ bytes }, n) => [String(n), bytes])));
      const { bytes, length } = zipStream(storage, files);
      const zip = await buffer(bytes);
      expect(zip.length).toBe(length);
      const opened = await fromBufferPromise(zip, {
        lazyEntries: true,
        validateEntrySizes: true,
        strictFileNames: true,
      });
      const entries = await read(opened);
      expect(entries).toHaveLength(sent.length);
      for (const [n, { entry, bytes: found }] of entries.entries()) {
        expect(found).toEqual(Buffer.from(sent[n]?.bytes ?? []));
        expect(entry.crc32).toBe(crc32(found ?? ''));
        expect(entry.generalPurposeBitFlag & 8).toBe(0);
        expect(entry.getLastModDate()).toEqual(MODIFIED);
      }
    }),
    { numRuns: 60 },
  );
});

test('a stored file shorter or longer than its row says ends the zip with an error', async () => {
  const storage = storageOf(new Map([['k', Buffer.from('12345')]]));
  for (const size of [4, 6]) {
    const { bytes } = zipStream(storage, [
      { filename: 'a', size, crc32: 0, storageKey: 'k', createdAt: MODIFIED },
    ]);
    await expect(buffer(bytes)).rejects.toThrow();
  }
});

test('zip64: sizes and offsets beyond 4 GiB, and more than 65,535 entries', async () => {
  const small = Buffer.from('behind the big one');
  const big = { name: 'big.bin', size: 5 * GIB, crc32: 0, modified: MODIFIED };
  const behind = { name: 'small.txt', size: small.length, crc32: crc32(small), modified: MODIFIED };
  const at = localHeader(big).length + big.size;
  const directoryAt = at + localHeader(behind).length + small.length;
  const directory = Buffer.concat([centralRecord(big, 0), centralRecord(behind, at)]);
  // A sparse file in place of the big one's bytes.
  const path = join(folder, 'sparse.zip');
  const file = await open(path, 'w');
  await file.write(localHeader(big), 0, undefined, 0);
  await file.write(Buffer.concat([localHeader(behind), small, directory]), 0, undefined, at);
  await file.write(
    endRecords(2, directory.length, directoryAt),
    0,
    undefined,
    directoryAt + directory.length,
  );
  await file.close();
  const sparse = await openPromise(path, { lazyEntries: true });
  const [first, second] = await read(sparse, (entry) => entry.fileName === behind.name);
  expect([first?.entry.uncompressedSize, second?.entry.relativeOffsetOfLocalHeader]).toEqual([big.size, at]);
  expect(second?.bytes).toEqual(small);
  sparse.close();

  const count = 70_000;
  const empty = (n: number) => ({ name: String(n), size: 0, crc32: 0, modified: MODIFIED });
  const headers = Array.from({ length: count }, (_, n) => localHeader(empty(n)));
  let place = 0;
  const records = headers.map((header, n) => {
    const record = centralRecord(empty(n), place);
    place += header.length;
    return record;
  });
  const records64 = Buffer.concat(records);
  const many = join(folder, 'many.zip');
  await writeFile(many, Buffer.concat([...headers, records64, endRecords(count, records64.length, place)]));
  const opened = await openPromise(many, { lazyEntries: true, autoClose: true });
  expect(opened.entryCount).toBe(count);
  opened.close();
});
