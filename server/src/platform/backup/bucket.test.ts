import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { startBrokenStore } from '../../testing/broken-store.ts';
import type { ListedStorage } from '../files/storage.ts';
import { type Archive, archivesIn, copiesOf, segmentsOf } from './archive.ts';
import { prune } from './prune.ts';
import { newKeys, seal, sealedSize, unseal } from './seal.ts';
import { shipWaiting } from './ship.ts';
import { openTarget, type Target } from './target.ts';

const DAY_MS = 24 * 3600 * 1000;
const folder = await mkdtemp(join(tmpdir(), 'cusp-bucket-'));
const store = await startBrokenStore('backups');
const bucket = await openTarget({ s3: store.s3 });
const keys = await newKeys();
afterAll(async () => {
  await store.stop();
  await rm(folder, { recursive: true });
});

const keysBelow = async (prefix: string): Promise<string[]> => {
  const found: string[] = [];
  for await (const { key } of bucket.storage.list(prefix)) found.push(key.slice(prefix.length));
  return found.sort();
};

/** The same target, with some methods replaced. */
const but = (changes: Partial<ListedStorage>): Target => ({
  ...bucket,
  storage: new Proxy(bucket.storage, {
    get(storage, name: keyof ListedStorage) {
      return changes[name] ?? storage[name].bind(storage);
    },
  }),
});

test('a command with a key that the bucket refuses says so and writes nothing', async () => {
  const run = (script: string, ...words: string[]) =>
    promisify(execFile)(process.execPath, [join(import.meta.dirname, '../..', script), ...words], {
      env: {
        BACKUP_S3_ENDPOINT: store.s3.endpoint,
        BACKUP_S3_BUCKET: store.s3.bucket,
        BACKUP_S3_ACCESS_KEY: 'unknown',
        BACKUP_S3_SECRET_KEY: 'x',
        BACKUP_PUBLIC_KEY: keys.publicKey,
        DATA_DIR: join(folder, 'unused'),
      },
    });
  const refused = {
    code: 1,
    stderr: expect.stringMatching(/^The backup bucket refuses access .*BACKUP_S3_ACCESS_KEY/),
  };
  await expect(run('backup.ts')).rejects.toMatchObject(refused);
  await expect(run('restore.ts', '--list')).rejects.toMatchObject(refused);
  expect(await archivesIn(bucket)).toEqual([]);
  expect(await readdir(folder)).toEqual([]);
});

test('WAL and files wait while the connection breaks, and arrive whole afterwards', async () => {
  const name = '000000010000000000000007';
  const [walFolder, filesFolder] = [
    await mkdtemp(join(folder, 'wal-')),
    await mkdtemp(join(folder, 'files-')),
  ];
  await writeFile(join(walFolder, name), 'segment');
  await writeFile(join(filesFolder, 'cases%2F1%2Fa~1'), 'scan');
  const shipment = { publicKey: keys.publicKey, cluster: '1', walFolder, filesFolder };
  store.faults.cut = 'cluster-1/';
  await expect(shipWaiting(bucket, shipment)).rejects.toThrow();
  expect(await readdir(walFolder)).toEqual([name]);
  expect(await readdir(filesFolder)).toHaveLength(1);
  expect(await keysBelow('cluster-1/')).toEqual([]);
  store.faults.cut = null;
  await shipWaiting(bucket, shipment);
  expect([...(await readdir(walFolder)), ...(await readdir(filesFolder))]).toEqual([]);
  const [segment] = await segmentsOf({ target: bucket, cluster: '1' });
  expect(await text(await unseal(bucket, segment?.key ?? '', keys.secretKey))).toBe('segment');
  expect(await text(await unseal(bucket, 'cluster-1/files/cases/1/a.age', keys.secretKey))).toBe('scan');
});

test('files that a target refuses hold up neither WAL nor other files, and are reported', async () => {
  const name = '00000001000000000000000A';
  const [walFolder, filesFolder] = [
    await mkdtemp(join(folder, 'wal-')),
    await mkdtemp(join(folder, 'files-')),
  ];
  const shipment = { publicKey: keys.publicKey, cluster: '9', walFolder, filesFolder };
  await writeFile(join(walFolder, name), 'segment');
  const refused = Array.from({ length: 5 }, (_, n) => `cases%2F1%2Fbad${n}~1`);
  for (const file of [...refused, 'cases%2F1%2Fgood~1']) await writeFile(join(filesFolder, file), 'scan');
  const choosy = but({
    write: async (key, bytes) => {
      bytes.once('error', () => {});
      if (key.includes('bad')) throw bytes.destroy() && new Error('File name too long');
      await bucket.storage.write(key, bytes);
    },
  });
  const last = new Set<string>();
  const look = () => shipWaiting(choosy, shipment, last);
  await expect(look()).rejects.toThrow(/bad0.*File name too long/);
  expect(await readdir(walFolder)).toEqual([]);
  await expect(look()).rejects.toThrow('File name too long');
  expect((await readdir(filesFolder)).sort()).toEqual(refused);
  expect(await keysBelow('cluster-9/files/')).toEqual(['cases/1/good.age']);
});

test('an object of which a store keeps a part is removed and reported', async () => {
  const key = 'cluster-1/files/cases/1/part.age';
  const lossy = but({
    write: async (wanted, bytes) =>
      bucket.storage.write(wanted, Readable.from([Buffer.from(await text(bytes)).subarray(0, 100)])),
  });
  await expect(seal(lossy, key, Readable.from(['x']), keys.publicKey)).rejects.toThrow('keeps only a part');
  expect(await bucket.storage.sizeOf(key)).toBeNull();
});

test.each([0, 1, 65_536, 65_537])('%i sealed bytes have the size that a full copy expects', async (size) => {
  const bytes = Readable.from([Buffer.alloc(size)]);
  expect(await seal(bucket, 'cluster-1/files/sized.age', bytes, keys.publicKey)).toBe(sealedSize(size));
});

test('old copies go with their WAL and files, and a truncated or half removed one does not count', async () => {
  const archive: Archive = { target: bucket, cluster: '2' };
  const put = (key: string, content = 'x') =>
    bucket.storage.write(`cluster-2/${key}`, Readable.from([Buffer.from(content)]));
  const add = async (day: number, files: string) => {
    const at = new Date(Date.now() - day * DAY_MS).toISOString();
    const id = at.replaceAll(/[:.]/g, '-');
    const startSegment = `0000000100000000000000${99 - day}`;
    await put(`wal/${startSegment}-${Date.parse(at)}.gz.age`);
    await put(`copies/${id}/base.tar.gz.age`);
    await put(`copies/${id}/files.txt`, files);
    const copy = { id, startedAt: at, finishedAt: at, timeline: '00000001', startSegment };
    await put(`copies/${id}/copy.json`, JSON.stringify({ ...copy, bytes: { base: 1, keys: files.length } }));
    return id;
  };
  const ids = async () => (await copiesOf(archive)).map(({ id }) => id);
  await put('files/cases/1/former.age');
  await put('files/cases/1/kept.age');
  const first = await add(50, 'cases/1/former\n');
  const second = await add(40, 'cases/1/kept\n');
  const third = await add(1, 'cases/1/kept\n');
  const torn = await add(0, 'cases/1/kept\n');
  expect(await ids()).toEqual([first, second, third, torn]);
  await put(`copies/${torn}/base.tar.gz.age`, '');
  expect(await ids()).toEqual([first, second, third]);
  await put(`copies/${torn}/base.tar.gz.age`);
  await put(`copies/${torn}/copy.json`, '{"id":');
  expect(await ids()).toEqual([first, second, third]);

  const killed = but({ removeBelow: () => Promise.reject(new Error('killed')) });
  await expect(prune({ ...archive, target: killed }, 30, null)).rejects.toThrow('killed');
  expect(await ids()).toEqual([second, third]);

  // By the store's clock everything was written just now, which is too recent for the first pruning.
  await prune(archive, 30, null);
  expect(await keysBelow('cluster-2/files/')).toEqual(['cases/1/former.age', 'cases/1/kept.age']);
  await prune({ ...archive, target: { ...bucket, skewMs: -60 * DAY_MS } }, 30, null);
  expect(await keysBelow('cluster-2/files/')).toEqual(['cases/1/kept.age']);
  expect(await keysBelow(`cluster-2/copies/${first}`)).toEqual([]);
  expect(await keysBelow('cluster-2/wal/')).toHaveLength(3);
  expect(await ids()).toEqual([second, third]);
});
