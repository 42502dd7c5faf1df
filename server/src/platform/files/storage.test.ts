import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, open, readlink, rm, stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { type FauxqsServer, startFauxqs } from 'fauxqs';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { DiskStorage } from './disk-storage.ts';
import { S3Storage } from './s3-storage.ts';
import { MissingBytes, type Storage } from './storage.ts';

const folder = await mkdtemp(join(tmpdir(), 'cusp-storage-'));
const store: FauxqsServer = await startFauxqs({ port: 0, logger: false, host: '127.0.0.1' });
const s3 = {
  endpoint: `http://127.0.0.1:${store.port}`,
  region: 'us-east-1',
  bucket: 'cusp',
  accessKey: 'test',
  secretKey: 'test',
};
const client = new S3Client({
  endpoint: s3.endpoint,
  region: s3.region,
  forcePathStyle: true,
  credentials: { accessKeyId: s3.accessKey, secretAccessKey: s3.secretKey },
});
beforeAll(async () => {
  await client.send(new CreateBucketCommand({ Bucket: s3.bucket }));
});
afterAll(async () => {
  await store.stop();
  await rm(folder, { recursive: true, force: true });
});

const MIB = 1024 * 1024;
const KINDS: [name: string, storage: Storage][] = [
  ['a folder', new DiskStorage(folder)],
  ['an S3 bucket', new S3Storage(s3)],
];

test.skipIf(process.platform === 'win32')(
  'other accounts of the machine cannot read the folder',
  async () => {
    await chmod(folder, 0o755);
    await new DiskStorage(folder).ready();
    expect((await stat(folder)).mode & 0o777).toBe(0o750);
  },
);

test.skipIf(process.platform !== 'linux')(
  'the names of written bytes are on the disk, with their folders',
  async () => {
    const root = await mkdtemp(join(folder, 'names-'));
    const outgoing = join(root, 'outgoing');
    const storage = new DiskStorage(root, outgoing);
    await storage.ready();
    const handle = await open(root);
    const flushed: string[] = [];
    const sync = vi
      .spyOn(Object.getPrototypeOf(handle) as typeof handle, 'sync')
      .mockImplementation(async function (this: typeof handle) {
        flushed.push(await readlink(`/proc/self/fd/${this.fd}`));
      });
    await storage.write('cases/9/a', Readable.from(['x'])).finally(() => sync.mockRestore());
    await handle.close();
    for (const below of ['', 'cases', 'cases/9', 'outgoing']) expect(flushed).toContain(join(root, below));
  },
);

describe.each(KINDS)('%s', (_, storage) => {
  const key = () => `cases/7/${randomBytes(8).toString('hex')}`;
  const isThere = (wanted: string) =>
    storage.read(wanted).then(
      (bytes) => Boolean(bytes.destroy()),
      () => false,
    );

  beforeAll(() => storage.ready());

  test.each(['../etc/passwd', '/etc/passwd', 'cases//1', 'cases/../../x', '', 'a\0b'])(
    'the key %j is refused',
    async (wanted) => {
      await expect(storage.write(wanted, Readable.from(['x']))).rejects.toThrow();
      await expect(storage.read(wanted)).rejects.toThrow();
      await expect(storage.sizeOf(wanted)).rejects.toThrow();
      await expect(storage.remove(wanted)).rejects.toThrow();
    },
  );

  test.each([3, 12 * MIB])('a stream that fails after %i bytes leaves nothing', async (size) => {
    const wanted = key();
    const bytes = new Readable({ read() {} });
    const written = storage.write(wanted, bytes);
    bytes.push(Buffer.alloc(size));
    setImmediate(() => bytes.destroy(new Error('the line broke')));
    await expect(written).rejects.toThrow('the line broke');
    expect(await isThere(wanted)).toBe(false);
  });

  test.each([1, 5 * MIB, 12 * MIB + 1])('storage returns %i bytes, whole and as ranges', async (size) => {
    const wanted = key();
    const bytes = randomBytes(size);
    await storage.write(wanted, Readable.from([bytes]));
    expect((await buffer(await storage.read(wanted))).equals(bytes)).toBe(true);
    const range = { start: Math.floor(size / 2), end: size - 1 };
    const part = await buffer(await storage.read(wanted, range));
    expect(part.equals(bytes.subarray(range.start))).toBe(true);
    expect(await storage.sizeOf(wanted)).toBe(size);
  });

  test('storage frees the memory of chunks only when asked to', async () => {
    const [kept, given] = [randomBytes(MIB), randomBytes(MIB)];
    const sent = Buffer.from(given);
    const [first, second] = [key(), key()];
    await storage.write(first, Readable.from([kept]));
    await storage.write(second, Readable.from([sent]), { giveBack: true });
    expect((await buffer(await storage.read(first))).equals(kept)).toBe(true);
    expect((await buffer(await storage.read(second))).equals(given)).toBe(true);
  });

  test('storage removes keys, including missing ones', async () => {
    const wanted = key();
    await storage.write(wanted, Readable.from(['x']));
    await storage.remove(wanted);
    await storage.remove(wanted);
    expect(await isThere(wanted)).toBe(false);
    expect(await storage.sizeOf(wanted)).toBeNull();
    await expect(storage.read(wanted)).rejects.toBeInstanceOf(MissingBytes);
  });

  test('storage removes all keys below a prefix and no others', async () => {
    const keys = ['cases/31/a', 'cases/31/a.light1', 'cases/31/b', 'cases/310/c'];
    for (const wanted of keys) await storage.write(wanted, Readable.from(['x']));
    await storage.removeBelow('cases/31');
    await storage.removeBelow('cases/31');
    expect(await Promise.all(keys.map(isThere))).toEqual([false, false, false, true]);
    await expect(storage.removeBelow('cases/..')).rejects.toThrow();
  });

  test('storage cleans up without disturbing a running write', async () => {
    const wanted = key();
    const bytes = new Readable({ read() {} });
    const written = storage.write(wanted, bytes);
    bytes.push(Buffer.alloc(6 * MIB));
    await storage.tidy();
    bytes.push(null);
    await written;
    expect((await buffer(await storage.read(wanted))).length).toBe(6 * MIB);
  });
});

test('a bucket keeps no part of a failed upload', async () => {
  const open = new Set<string>();
  let begun = 0;
  const bytes = new Readable({ read() {} });
  // The fake S3 of the other tests does not list multipart uploads.
  const bucket = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://store');
    const id = searchParams.get('uploadId');
    request.resume().once('end', () => {
      if (request.method === 'POST' && id === null) {
        open.add('u');
        begun += 1;
        return response.end(
          `<InitiateMultipartUploadResult><Bucket>cusp</Bucket><Key>${pathname}</Key><UploadId>u</UploadId></InitiateMultipartUploadResult>`,
        );
      }
      if (request.method === 'DELETE' && id !== null) {
        open.delete(id);
        return response.writeHead(204).end();
      }
      response.writeHead(200, { etag: '"x"' }).end();
      // The store has a part now.
      bytes.destroy(new Error('the line broke'));
    });
  });
  await new Promise<void>((resolve) => bucket.listen(0, '127.0.0.1', resolve));
  const { port } = bucket.address() as AddressInfo;
  try {
    const written = new S3Storage({ ...s3, endpoint: `http://127.0.0.1:${port}` }).write('cases/1/x', bytes);
    bytes.push(Buffer.alloc(12 * MIB));
    await expect(written).rejects.toThrow('the line broke');
    expect([begun, [...open]]).toEqual([1, []]);
  } finally {
    bucket.close();
    bucket.closeAllConnections();
  }
});

test('tidying removes all abandoned uploads of a bucket over several pages and keeps running ones', async () => {
  const PAGE = 10;
  const hour = 3600 * 1000;
  const names = Array.from({ length: 3 * PAGE + 5 }, (_, at) => `cases/1/${String(at).padStart(5, '0')}`);
  const begun = new Map(names.map((key, at) => [key, Date.now() - (at % 10 === 7 ? 1 : 25) * hour]));
  const running = [...begun].filter(([, at]) => at > Date.now() - 24 * hour).map(([key]) => key);
  // The fake S3 of the other tests does not list multipart uploads.
  const lists = createServer((request, response) => {
    const url = new URL(request.url ?? '', 'http://store');
    if (request.method === 'DELETE') {
      begun.delete(decodeURIComponent(url.pathname).replace('/cusp/', ''));
      return response.writeHead(204).end();
    }
    const { prefix = '', 'key-marker': after = '' } = Object.fromEntries(url.searchParams);
    const left = [...begun].filter(([key]) => key.startsWith(prefix) && key > after);
    const page = left.slice(0, PAGE);
    const uploads = page.map(
      ([key, at]) =>
        `<Upload><Key>${key}</Key><UploadId>u</UploadId><Initiated>${new Date(at).toISOString()}</Initiated></Upload>`,
    );
    const next = left.length > PAGE ? `<NextKeyMarker>${page.at(-1)?.[0]}</NextKeyMarker>` : '';
    response.end(
      `<ListMultipartUploadsResult>${uploads.join('')}<IsTruncated>${next !== ''}</IsTruncated>${next}` +
        '<NextUploadIdMarker>u</NextUploadIdMarker></ListMultipartUploadsResult>',
    );
  });
  await new Promise<void>((resolve) => lists.listen(0, '127.0.0.1', resolve));
  const { port } = lists.address() as AddressInfo;
  try {
    await new S3Storage({ ...s3, endpoint: `http://127.0.0.1:${port}` }).tidy();
  } finally {
    lists.close();
    lists.closeAllConnections();
  }
  expect([...begun.keys()]).toEqual(running);
});
