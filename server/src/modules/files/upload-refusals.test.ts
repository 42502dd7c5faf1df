import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { API_BASE } from '@cusp/contract/endpoint';
import { MAX_FILE_BYTES } from '@cusp/contract/file-types';
import { describe, expect, test } from 'vitest';
import { eventually } from '../../testing/eventually.ts';
import { createCase, createGroup, createUser } from '../../testing/factories.ts';
import { type Client, createTestApp, openTestApp } from '../../testing/test-app.ts';
import { begin, begun, drop, metadata, openUploads, patch, refusalOf, state } from '../../testing/tus.ts';
import { filesOf, formWith, png, stl, storedIn, upload } from '../../testing/uploads.ts';

const t = await openTestApp({ work: true });

const close = (id: number) =>
  t.services.db.updateTable('dental_case').set({ status: 'CLSD' }).where('id', '=', id).execute();

/** Sends half of a form with one file and runs `meanwhile` before the rest. */
async function uploadSlowly(client: Client, caseId: number, meanwhile: () => Promise<unknown>) {
  const form = new Response(formWith(stl(4000), 'late.stl'));
  const body = Buffer.from(await form.arrayBuffer());
  await t.app.listen({ port: 0, host: '127.0.0.1' });
  const line = request({
    port: (t.app.server.address() as AddressInfo).port,
    method: 'POST',
    path: `${API_BASE}/v1/cases/${caseId}/file/`,
    headers: {
      authorization: `Bearer ${client.token}`,
      'content-type': form.headers.get('content-type') ?? '',
      'content-length': body.length,
    },
  });
  line.write(body.subarray(0, body.length / 2));
  await eventually(async () => expect(await storedIn(t, 'incoming')).toHaveLength(1));
  await meanwhile();
  line.end(body.subarray(body.length / 2));
  const [reply] = (await once(line, 'response')) as [IncomingMessage];
  return { status: reply.statusCode, reply: JSON.parse(await text(reply)) };
}

test('an upload that began before its person was blocked is not kept', async () => {
  const dentalCase = await createCase(t.services);
  const client = await t.as(dentalCase.author);
  const staff = await t.asStaff(await createUser(t.services, { is_staff: true }));
  const block = { reason: 'Lost their laptop', version: 1 };
  const { status, reply } = await uploadSlowly(client, dentalCase.id, () =>
    staff.post(`/v1/cs/users/${dentalCase.author.id}/block/`, block),
  );
  expect([status, reply.code]).toEqual([403, 'account_blocked']);
  expect(await filesOf(await t.as(dentalCase.recipient), dentalCase.id)).toEqual([]);
  await eventually(async () => expect(await storedIn(t, `cases/${dentalCase.id}`)).toEqual([]));
});

describe('upload refused at the beginning', () => {
  test('resumable upload: 401 for guests, 404 for strangers and others’ drafts, 409 for a closed case', async () => {
    const dentalCase = await createCase(t.services);
    const draft = await createCase(t.services, { draft: true });
    const stranger = await t.as(await createUser(t.services));
    expect((await begin(t.nobody, dentalCase.id, 'a.stl', 84)).statusCode).toBe(401);
    expect((await begin(stranger, dentalCase.id, 'a.stl', 84)).statusCode).toBe(404);
    expect((await begin(await t.as(draft.recipient), draft.id, 'a.stl', 84)).statusCode).toBe(404);
    await close(dentalCase.id);
    const reply = await begin(await t.as(dentalCase.author), dentalCase.id, 'a.stl', 84);
    expect(refusalOf(reply)).toEqual([409, 'case_closed']);
  });

  test.each([
    ['another version of the protocol', { 'tus-resumable': '0.2.2' }, 412, 'tus_version'],
    ['no version', { 'tus-resumable': '' }, 412, 'tus_version'],
    ['more than a file may have', { 'upload-length': `${MAX_FILE_BYTES + 1}` }, 413, 'file_too_large'],
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
    expect(refusalOf(reply)).toEqual([status, code]);
    expect(await openUploads(client, dentalCase.id)).toEqual([]);
  });

  test('more than the quota is refused; a flood drops the oldest and is throttled', async () => {
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

describe('upload refused while in progress', () => {
  test('continuing an upload is refused for guests and others, even from the same side', async () => {
    const dentalCase = await createCase(t.services);
    const colleague = await createUser(t.services);
    await createGroup(t.services, dentalCase.author, [colleague]);
    const owner = await t.as(dentalCase.author);
    const path = await begun(owner, dentalCase.id, 'a.stl', 84);
    for (const other of [await t.as(colleague), await t.as(dentalCase.recipient)]) {
      expect((await state(other, path)).statusCode).toBe(404);
      expect((await patch(other, path, 0, stl(0))).statusCode).toBe(404);
      expect((await drop(other, path)).statusCode).toBe(404);
      expect(await openUploads(other, dentalCase.id)).toEqual([]);
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
    expect(refusalOf(reply)).toEqual([status, code]);
    expect((await state(client, path)).headers['upload-offset']).toBe('0');
  });

  test('bytes beyond the length are refused, declared or not', async () => {
    const dentalCase = await createCase(t.services);
    const client = await t.as(dentalCase.author);
    const announced = await begun(client, dentalCase.id, 'a.stl', 84);
    expect(refusalOf(await patch(client, announced, 0, stl(1)))).toEqual([413, 'file_too_large']);
    expect((await patch(client, announced, 0, stl(0))).statusCode).toBe(204);
    expect(await filesOf(client, dentalCase.id)).toHaveLength(1);
  });

  test('content that does not match the name is refused at the end, and no file remains', async () => {
    const dentalCase = await createCase(t.services);
    const client = await t.as(dentalCase.author);
    const page = Buffer.from('<!doctype html><script>alert(1)</script>');
    const path = await begun(client, dentalCase.id, 'a.png', page.length);
    expect((await patch(client, path, 0, page.subarray(0, 10))).statusCode).toBe(204);
    expect(refusalOf(await patch(client, path, 10, page.subarray(10)))).toEqual([
      400,
      'file_content_mismatch',
    ]);
    expect((await state(client, path)).statusCode).toBe(404);
    expect(await filesOf(client, dentalCase.id)).toEqual([]);
    expect(await storedIn(t, `cases/${dentalCase.id}`)).toEqual([]);
    await expect.poll(() => storedIn(t, 'uploads'), { timeout: 15_000 }).toEqual([]);
  });

  test('a case closed, deleted or lost during an upload refuses it with the reason, and no file remains', async () => {
    const scan = stl(3);
    const ways: [(id: number) => Promise<unknown>, number, string][] = [
      [close, 409, 'case_closed'],
      [
        (id) =>
          t.services.db
            .updateTable('dental_case')
            .set({ author_removed_at: new Date(), recipient_removed_at: new Date() })
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
      expect(refusalOf(await patch(client, path, 100, scan.subarray(100)))).toEqual([status, code]);
      expect((await state(client, path)).statusCode).toBe(404);
      expect(await storedIn(t, `cases/${dentalCase.id}`)).toEqual([]);
    }
    await expect.poll(() => storedIn(t, 'uploads'), { timeout: 15_000 }).toEqual([]);
  });

  test('the last bytes are refused if the case is closed while they are assembled', async () => {
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
    expect(refusalOf(reply)).toEqual([409, 'case_closed']);
    expect(await storedIn(t, `cases/${dentalCase.id}`)).toEqual([]);
  });

  test('one byte above the quota is refused; of two uploads that fill it one begins and reserves it', async () => {
    const small = await createTestApp({ config: { quotaBytes: 300 } });
    try {
      const dentalCase = await createCase(small.services);
      const client = await small.as(dentalCase.author);
      await upload(client, dentalCase.id, png('x'.repeat(100)), 'first.png');
      const rest = 300 - 108;
      const begins = (name: string, size = rest) => begin(client, dentalCase.id, name, size);
      expect(refusalOf(await begins('c.png', rest + 1))).toEqual([400, 'quota_exceeded']);
      const both = await Promise.all([begins('a.png'), begins('b.png')]);
      const [refused, ...others] = both.filter(({ statusCode }) => statusCode >= 400);
      expect([refused && refusalOf(refused), others]).toEqual([[400, 'quota_exceeded'], []]);
      const kept = both.find(({ statusCode }) => statusCode === 201);
      const bytes = png('y'.repeat(rest - 8));
      expect(refusalOf(await upload(client, dentalCase.id, png(), 'd.png'))).toEqual([400, 'quota_exceeded']);
      // The same file begun again, as after closing a page, reserves no second quota.
      const [, name] = both[0] === kept ? ['', 'a.png'] : ['', 'b.png'];
      expect((await begins(name)).statusCode).toBe(201);
      const path = String(kept?.headers.location).slice('/heclore'.length);
      expect((await patch(client, path, 0, bytes)).statusCode).toBe(204);
      const files = await filesOf(client, dentalCase.id);
      expect(files.reduce((sum: number, { size }: { size: number }) => sum + size, 0)).toBe(300);
    } finally {
      await small.close();
    }
  });
});

test('an upload idle for an hour reserves nothing, and is refused if the quota was taken', async () => {
  const small = await createTestApp({ config: { quotaBytes: 300 } });
  try {
    const dentalCase = await createCase(small.services);
    const client = await small.as(dentalCase.author);
    const idle = await begun(client, dentalCase.id, 'idle.stl', 284);
    expect((await begin(client, dentalCase.id, 'a.stl', 84)).statusCode).toBe(400);
    const moved = new Date(Date.now() + 22 * 3600 * 1000);
    await small.services.db.updateTable('upload').set({ expires_at: moved }).execute();
    const path = await begun(client, dentalCase.id, 'a.stl', 84);
    expect(refusalOf(await patch(client, idle, 0, stl(4)))).toEqual([400, 'quota_exceeded']);
    expect((await patch(client, path, 0, stl(0))).statusCode).toBe(204);
  } finally {
    await small.close();
  }
});
