import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { FILE_MAX_BYTES } from '@cusp/contract/files';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createCase, createGroup, createUser } from '../../testing/factories.ts';
import { type Client, createTestApp, type TestApp } from '../../testing/test-app.ts';
import { begin, begun, drop, metadata, patch, state } from '../../testing/tus.ts';
import { png, sha256, stl, upload } from '../../testing/uploads.ts';
import { tidyUploads } from './tidy-uploads.ts';

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp({ work: true });
});
afterAll(() => t.close());

const codeOf = (reply: { statusCode: number; json(): { code: string } }) => [
  reply.statusCode,
  reply.json().code,
];
const listed = async (client: Client, caseId: number) =>
  (await client.get(`/v1/cases/${caseId}/files/`)).json().files;
const openOf = async (client: Client, caseId: number) =>
  (await client.get(`/v1/cases/${caseId}/uploads/`)).json().uploads;
const bytesIn = (folder: string) =>
  readdir(join(t.services.config.dataDir, 'files', folder)).catch(() => [] as string[]);
const close = (id: number) =>
  t.services.db.updateTable('dental_case').set({ status: 'CLSD' }).where('id', '=', id).execute();

describe('refused at the beginning', () => {
  test('nobody, a stranger, a closed case, a draft of somebody else', async () => {
    const dentalCase = await createCase(t.services);
    const draft = await createCase(t.services, { draft: true });
    const stranger = await t.as(await createUser(t.services));
    expect((await begin(t.nobody, dentalCase.id, 'a.stl', 84)).statusCode).toBe(401);
    expect((await begin(stranger, dentalCase.id, 'a.stl', 84)).statusCode).toBe(404);
    expect((await begin(await t.as(draft.recipient), draft.id, 'a.stl', 84)).statusCode).toBe(404);
    await close(dentalCase.id);
    const reply = await begin(await t.as(dentalCase.author), dentalCase.id, 'a.stl', 84);
    expect(codeOf(reply)).toEqual([409, 'case_closed']);
  });

  test.each([
    ['another version of the protocol', { 'tus-resumable': '0.2.2' }, 412, 'tus_version'],
    ['no version', { 'tus-resumable': '' }, 412, 'tus_version'],
    ['more than a file may have', { 'upload-length': `${FILE_MAX_BYTES + 1}` }, 413, 'file_too_large'],
    [
      'more than a material file may have',
      { 'upload-length': `${1024 * 1024 + 1}`, 'upload-metadata': metadata({ filename: 'a.mtl' }) },
      413,
      'material_too_large',
    ],
    ['an empty file', { 'upload-length': '0' }, 400, 'file_empty'],
    ['a negative length', { 'upload-length': '-1' }, 400, 'invalid_input'],
    ['a length that is no number', { 'upload-length': '1e3' }, 400, 'invalid_input'],
    ['a length beyond every number', { 'upload-length': '9'.repeat(400) }, 400, 'invalid_input'],
    ['a length that comes later', { 'upload-length': '', 'upload-defer-length': '1' }, 400, 'invalid_input'],
    ['no name', { 'upload-metadata': 'modified MQ==' }, 400, 'file_name_invalid'],
    ['no metadata', { 'upload-metadata': '' }, 400, 'invalid_input'],
    ['metadata that is no Base64', { 'upload-metadata': 'filename a.stl' }, 400, 'invalid_input'],
    ['three words', { 'upload-metadata': 'filename YQ== YQ==' }, 400, 'invalid_input'],
    ['a path', { 'upload-metadata': metadata({ filename: '../../' }) }, 400, 'file_name_invalid'],
    ['a program', { 'upload-metadata': metadata({ filename: 'a.stl/x.exe' }) }, 400, 'file_type_not_allowed'],
    [
      'a long name',
      { 'upload-metadata': metadata({ filename: `${'n'.repeat(300)}.stl` }) },
      400,
      'file_name_invalid',
    ],
  ])('%s', async (_, headers, status, code) => {
    const dentalCase = await createCase(t.services);
    const client = await t.as(dentalCase.author);
    const reply = await begin(client, dentalCase.id, 'a.stl', 84, headers as Record<string, string>);
    expect(codeOf(reply)).toEqual([status, code]);
    expect(await openOf(client, dentalCase.id)).toEqual([]);
  });

  test('more than the quota leaves; a flood makes room and is slowed down', async () => {
    const small = await createTestApp({ config: { quotaBytes: 1000 }, rateLimitFactor: 0.05 });
    try {
      const dentalCase = await createCase(small.services);
      const client = await small.as(dentalCase.author);
      const reply = await begin(client, dentalCase.id, 'a.stl', 1001);
      expect(reply.json()).toMatchObject({ code: 'quota_exceeded', detail: 'size limit' });
      const statuses = new Set<number>();
      for (let n = 0; n < 30; n += 1) {
        statuses.add((await begin(client, dentalCase.id, `${n}.stl`, 50)).statusCode);
      }
      expect(statuses).toEqual(new Set([201, 429]));
      const { uploads } = (await client.get(`/v1/cases/${dentalCase.id}/uploads/`)).json();
      expect(uploads).toHaveLength(20);
      expect(uploads[0].filename).toBe('28.stl');
    } finally {
      await small.close();
    }
  });
});

describe('refused on the way', () => {
  test('somebody else, also from the same side of the case, and nobody', async () => {
    const dentalCase = await createCase(t.services);
    const colleague = await createUser(t.services);
    await createGroup(t.services, dentalCase.author, [colleague]);
    const owner = await t.as(dentalCase.author);
    const path = await begun(owner, dentalCase.id, 'a.stl', 84);
    for (const other of [await t.as(colleague), await t.as(dentalCase.recipient)]) {
      expect((await state(other, path)).statusCode).toBe(404);
      expect((await patch(other, path, 0, stl(0))).statusCode).toBe(404);
      expect((await drop(other, path)).statusCode).toBe(404);
      expect(await openOf(other, dentalCase.id)).toEqual([]);
    }
    expect((await patch(t.nobody, path, 0, stl(0))).statusCode).toBe(401);
    expect((await state(owner, path)).headers).toMatchObject({ 'upload-offset': '0', 'upload-length': '84' });
    expect((await state(owner, '/v1/uploads/7/')).statusCode).toBe(404);
  });

  test.each([
    ['a negative place', -1, {}, 400, 'invalid_input'],
    ['another place', 3, {}, 409, 'upload_elsewhere'],
    ['no place', '', {}, 400, 'invalid_input'],
    ['another version', 0, { 'tus-resumable': '2.0.0' }, 412, 'tus_version'],
    ['another type', 0, { 'content-type': 'application/octet-stream' }, 415, 'unsupported_media_type'],
    ['a form', 0, { 'content-type': 'application/json' }, 400, 'not_json'],
  ])('%s', async (_, offset, headers, status, code) => {
    const dentalCase = await createCase(t.services);
    const client = await t.as(dentalCase.author);
    const path = await begun(client, dentalCase.id, 'a.stl', 134);
    const reply = await patch(client, path, offset, stl(0), headers as Record<string, string>);
    expect(codeOf(reply)).toEqual([status, code]);
    expect((await state(client, path)).headers['upload-offset']).toBe('0');
  });

  test('bytes beyond the length, told or not', async () => {
    const dentalCase = await createCase(t.services);
    const client = await t.as(dentalCase.author);
    const told = await begun(client, dentalCase.id, 'a.stl', 84);
    expect(codeOf(await patch(client, told, 0, stl(1)))).toEqual([413, 'file_too_large']);
    expect((await patch(client, told, 0, stl(0))).statusCode).toBe(204);
    expect(await listed(client, dentalCase.id)).toHaveLength(1);
  });

  test('what is not what its name says, at the end, and nothing stays', async () => {
    const dentalCase = await createCase(t.services);
    const client = await t.as(dentalCase.author);
    const page = Buffer.from('<!doctype html><script>alert(1)</script>');
    const path = await begun(client, dentalCase.id, 'a.png', page.length);
    expect((await patch(client, path, 0, page.subarray(0, 10))).statusCode).toBe(204);
    expect(codeOf(await patch(client, path, 10, page.subarray(10)))).toEqual([400, 'file_content_mismatch']);
    expect((await state(client, path)).statusCode).toBe(404);
    expect(await listed(client, dentalCase.id)).toEqual([]);
    expect(await bytesIn(`cases/${dentalCase.id}`)).toEqual([]);
    await expect.poll(() => bytesIn('uploads'), { timeout: 15_000 }).toEqual([]);
  });

  test('a case that was closed, deleted or lost meanwhile, in a clear word, and nothing stays', async () => {
    const scan = stl(3);
    const ways: [(id: number) => Promise<unknown>, number, string][] = [
      [close, 409, 'case_closed'],
      [
        (id) =>
          t.services.db
            .updateTable('dental_case')
            .set({ deleted_at: new Date() })
            .where('id', '=', id)
            .execute(),
        404,
        'not_found',
      ],
    ];
    for (const [change, status, code] of ways) {
      const dentalCase = await createCase(t.services);
      const client = await t.as(dentalCase.author);
      const path = await begun(client, dentalCase.id, 'a.stl', scan.length);
      await patch(client, path, 0, scan.subarray(0, 100));
      await change(dentalCase.id);
      expect(codeOf(await patch(client, path, 100, scan.subarray(100)))).toEqual([status, code]);
      expect((await state(client, path)).statusCode).toBe(404);
      expect(await bytesIn(`cases/${dentalCase.id}`)).toEqual([]);
    }
    await expect.poll(() => bytesIn('uploads'), { timeout: 15_000 }).toEqual([]);
  });

  test('the last bytes when the case closes while they are put together', async () => {
    const dentalCase = await createCase(t.services);
    const client = await t.as(dentalCase.author);
    const path = await begun(client, dentalCase.id, 'a.stl', 84);
    const { write } = t.services.storage;
    t.services.storage.write = async (key, ...all) => {
      await write.call(t.services.storage, key, ...all);
      if (key.startsWith('cases/')) await close(dentalCase.id);
    };
    const reply = await patch(client, path, 0, stl(0));
    t.services.storage.write = write;
    expect(codeOf(reply)).toEqual([409, 'case_closed']);
    expect(await bytesIn(`cases/${dentalCase.id}`)).toEqual([]);
  });

  test('one byte more than the quota; of two at once that fill it one begins, and its room is held', async () => {
    const small = await createTestApp({ config: { quotaBytes: 300 } });
    try {
      const dentalCase = await createCase(small.services);
      const client = await small.as(dentalCase.author);
      await upload(client, dentalCase.id, png('x'.repeat(100)), 'first.png');
      const rest = 300 - 108;
      const begins = (name: string, size = rest) => begin(client, dentalCase.id, name, size);
      expect(codeOf(await begins('c.png', rest + 1))).toEqual([400, 'quota_exceeded']);
      const both = await Promise.all([begins('a.png'), begins('b.png')]);
      const [refused, ...others] = both.filter(({ statusCode }) => statusCode >= 400);
      expect([refused && codeOf(refused), others]).toEqual([[400, 'quota_exceeded'], []]);
      const kept = both.find(({ statusCode }) => statusCode === 201);
      const bytes = png('y'.repeat(rest - 8));
      expect(codeOf(await upload(client, dentalCase.id, png(), 'd.png'))).toEqual([400, 'quota_exceeded']);
      // The same file begun once more, as by a page that was closed, takes no second room.
      const [, name] = both[0] === kept ? ['', 'a.png'] : ['', 'b.png'];
      expect((await begins(name)).statusCode).toBe(201);
      const path = String(kept?.headers.location).slice('/heclore'.length);
      expect((await patch(client, path, 0, bytes)).statusCode).toBe(204);
      const files = await listed(client, dentalCase.id);
      expect(files.reduce((sum: number, { size }: { size: number }) => sum + size, 0)).toBe(300);
    } finally {
      await small.close();
    }
  });
});

test('what did not move for an hour holds no room, and finds none when another took it', async () => {
  const small = await createTestApp({ config: { quotaBytes: 300 } });
  try {
    const dentalCase = await createCase(small.services);
    const client = await small.as(dentalCase.author);
    const idle = await begun(client, dentalCase.id, 'idle.stl', 284);
    expect((await begin(client, dentalCase.id, 'a.stl', 84)).statusCode).toBe(400);
    const moved = new Date(Date.now() + 22 * 3600 * 1000);
    await small.services.db.updateTable('upload').set({ expires_at: moved }).execute();
    const path = await begun(client, dentalCase.id, 'a.stl', 84);
    expect(codeOf(await patch(client, idle, 0, stl(4)))).toEqual([400, 'quota_exceeded']);
    expect((await patch(client, path, 0, stl(0))).statusCode).toBe(204);
  } finally {
    await small.close();
  }
});

describe('kept', () => {
  test('in parts of any size, listed once it is whole, with the hash of all of it', async () => {
    const dentalCase = await createCase(t.services);
    const client = await t.as(dentalCase.author);
    const scan = stl(2000);
    const path = await begun(client, dentalCase.id, '../상악.stl', scan.length);
    let offset = 0;
    for (const size of [1, 50_000, 83, scan.length]) {
      expect(await listed(client, dentalCase.id)).toEqual([]);
      const reply = await patch(client, path, offset, scan.subarray(offset, offset + size));
      expect(reply.statusCode).toBe(204);
      offset = Math.min(offset + size, scan.length);
      expect(reply.headers).toMatchObject({ 'upload-offset': String(offset), 'tus-resumable': '1.0.0' });
    }
    expect(await listed(client, dentalCase.id)).toMatchObject([
      { filename: '상악.stl', size: scan.length, sha256: sha256(scan), uploader: true, version: 1 },
    ]);
    const [{ id }] = await listed(client, dentalCase.id);
    const bytes = (await client.get(`/v1/files/${id}/download/`)).rawPayload;
    expect(sha256(bytes)).toBe(sha256(scan));
    // The answer to the last part may be lost: who asks again learns that it is whole, and sends nothing twice.
    expect((await state(client, path)).headers['upload-offset']).toBe(String(scan.length));
    expect((await patch(client, path, scan.length, Buffer.alloc(0))).statusCode).toBe(204);
    expect(codeOf(await patch(client, path, 0, scan))).toEqual([409, 'upload_elsewhere']);
    expect(await listed(client, dentalCase.id)).toHaveLength(1);
    await expect.poll(() => bytesIn('uploads'), { timeout: 15_000 }).toEqual([]);
    const audited = await t.services.db
      .selectFrom('audit_log')
      .select('action')
      .where('object_type', '=', 'file')
      .where('object_id', '=', id)
      .where('action', '=', 'file_uploaded')
      .execute();
    expect(audited).toHaveLength(1);
  });

  test('after a stored part was lost or cut, from the beginning', async () => {
    const { storage } = t.services;
    const harm: ((key: string) => Promise<void>)[] = [
      (key) => storage.remove(key),
      (key) => storage.write(key, Readable.from([stl(1)])),
    ];
    for (const damage of harm) {
      const dentalCase = await createCase(t.services);
      const client = await t.as(dentalCase.author);
      const scan = stl(500);
      const path = await begun(client, dentalCase.id, 'a.stl', scan.length);
      await patch(client, path, 0, scan.subarray(0, 5000));
      await patch(client, path, 5000, scan.subarray(5000, 9000));
      const parts = await t.services.db
        .selectFrom('upload_part')
        .select('storage_key')
        .where('upload_id', '=', path.split('/').at(-2) ?? '')
        .orderBy('start')
        .execute();
      await damage(parts[1]?.storage_key ?? '');
      const last = await patch(client, path, 9000, scan.subarray(9000));
      expect(codeOf(last)).toEqual([409, 'upload_elsewhere']);
      expect((await state(client, path)).headers['upload-offset']).toBe('0');
      expect(await listed(client, dentalCase.id)).toEqual([]);
      expect((await patch(client, path, 0, scan)).statusCode).toBe(204);
      expect(await listed(client, dentalCase.id)).toMatchObject([{ sha256: sha256(scan), version: 1 }]);
    }
    await expect.poll(() => bytesIn('uploads'), { timeout: 15_000 }).toEqual([]);
  });

  test('the very file that is there already is no version, and says so', async () => {
    const dentalCase = await createCase(t.services);
    const client = await t.as(dentalCase.author);
    const send = async () =>
      patch(client, await begun(client, dentalCase.id, 'a.stl', stl(7).length), 0, stl(7));
    expect((await send()).headers['upload-unchanged']).toBeUndefined();
    const again = await send();
    expect([again.statusCode, again.headers['upload-unchanged']]).toEqual([204, '1']);
    expect(await listed(client, dentalCase.id)).toMatchObject([{ version: 1, earlier: [] }]);
  });

  test('two uploads of one person at once, their parts mixed', async () => {
    const dentalCase = await createCase(t.services);
    const client = await t.as(dentalCase.author);
    const scans = [stl(900, 1), stl(700, 2)];
    const paths = await Promise.all(
      scans.map((scan, n) => begun(client, dentalCase.id, `${n}.stl`, scan.length)),
    );
    for (const [from, to] of [
      [0, 20_000],
      [20_000, undefined],
    ] as const) {
      await Promise.all(scans.map((scan, n) => patch(client, paths[n] ?? '', from, scan.subarray(from, to))));
    }
    const files = await listed(client, dentalCase.id);
    expect(files.map(({ sha256: sum }: { sha256: string }) => sum).sort()).toEqual(scans.map(sha256).sort());
  });

  test('the same part sent twice at once counts once', async () => {
    const dentalCase = await createCase(t.services);
    const client = await t.as(dentalCase.author);
    const scan = stl(500);
    const path = await begun(client, dentalCase.id, 'a.stl', scan.length);
    // The later one ends the line of the earlier, as if that hung.
    await Promise.allSettled([1, 2, 3].map(() => patch(client, path, 0, scan)));
    const offset = Number((await state(client, path)).headers['upload-offset']);
    if (offset < scan.length) await patch(client, path, offset, scan.subarray(offset));
    expect(await listed(client, dentalCase.id)).toMatchObject([{ sha256: sha256(scan) }]);
  });

  test('an unfinished upload is found again by who began it, until it is given up or too old', async () => {
    const dentalCase = await createCase(t.services);
    const client = await t.as(dentalCase.author);
    const scan = stl(10);
    const [kept, dropped, old] = [
      await begun(client, dentalCase.id, 'kept.stl', scan.length),
      await begun(client, dentalCase.id, 'dropped.stl', scan.length),
      await begun(client, dentalCase.id, 'old.stl', scan.length),
    ];
    for (const path of [kept, dropped, old]) await patch(client, path, 0, scan.subarray(0, 200));
    expect((await drop(client, dropped)).statusCode).toBe(204);
    await t.services.db
      .updateTable('upload')
      .set({ expires_at: new Date(Date.now() - 1000) })
      .where('filename', '=', 'old.stl')
      .execute();
    expect((await state(client, old)).statusCode).toBe(404);
    expect((await patch(client, old, 200, scan.subarray(200))).statusCode).toBe(404);
    await tidyUploads(t.services);
    expect(await openOf(client, dentalCase.id)).toEqual([
      {
        url: `/heclore${kept}`,
        filename: 'kept.stl',
        size: scan.length,
        offset: 200,
        modified: 1_700_000_000_000,
      },
    ]);
    await expect.poll(() => bytesIn('uploads'), { timeout: 15_000 }).toHaveLength(1);
    expect((await patch(client, kept, 200, scan.subarray(200))).statusCode).toBe(204);
    expect(await listed(client, dentalCase.id)).toMatchObject([{ sha256: sha256(scan) }]);
  });
});
