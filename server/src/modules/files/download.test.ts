import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { describe, expect, test, vi } from 'vitest';
import { createCase, createGroup, createUser } from '../../testing/factories.ts';
import { avif, webp } from '../../testing/pictures.ts';
import { openTestApp } from '../../testing/test-app.ts';
import { png, sha256, stl, upload } from '../../testing/uploads.ts';

const t = await openTestApp();

async function caseWithFile(bytes: Buffer, filename: string, fromLockedDevice = false) {
  const dentalCase = await createCase(t.services, { from_locked_device: fromLockedDevice });
  const { id } = (await upload(await t.as(dentalCase.author), dentalCase.id, bytes, filename)).json();
  return { dentalCase, id, path: `/v1/files/${id}/download/` };
}

describe('refused', () => {
  test('download: 401 for guests, 404 for strangers and unknown ids', async () => {
    const { path } = await caseWithFile(stl(4), 'a.stl');
    const stranger = await t.as(await createUser(t.services));
    expect((await t.nobody.get(path)).statusCode).toBe(401);
    expect((await stranger.get(path)).statusCode).toBe(404);
    for (const id of ['999999', '0', '-1', 'x', '1e99', "1'--"]) {
      expect((await stranger.get(`/v1/files/${encodeURIComponent(id)}/download/`)).statusCode).toBe(404);
    }
  });

  test('download of a locked device’s scans is refused to the sender’s side, of other files not', async () => {
    const { dentalCase, path, id } = await caseWithFile(stl(4), 'a.stl', true);
    const colleague = await createUser(t.services);
    await createGroup(t.services, dentalCase.author, [colleague]);
    for (const person of [dentalCase.author, colleague]) {
      const client = await t.as(person);
      for (const query of ['', '?inline=1']) {
        const reply = await client.get(path + query);
        expect([reply.statusCode, reply.json().code]).toEqual([403, 'export_blocked']);
        expect(reply.json().detail).toBe('Download mesh data is not allowed for export management device');
      }
      expect((await client.get(`/v1/files/uri/?ids=${id}`)).json()).toEqual({});
    }
    expect((await (await t.as(dentalCase.recipient)).get(path)).statusCode).toBe(200);
    const author = await t.as(dentalCase.author);
    const picture = (await upload(author, dentalCase.id, png(), 'a.png')).json();
    expect((await author.get(`/v1/files/${picture.id}/download/`)).statusCode).toBe(200);
    const disguised = (await upload(author, dentalCase.id, stl(9), 'a.xyz')).json();
    expect((await author.get(`/v1/files/${disguised.id}/download/`)).statusCode).toBe(403);
  });
});

describe('sent', () => {
  test('download with missing bytes is an error that cannot be mistaken for the file', async () => {
    const { path, dentalCase } = await caseWithFile(stl(9), 'a.stl');
    const files = await t.services.db.selectFrom('case_file').select('storage_key').execute();
    for (const { storage_key } of files) {
      if (storage_key.startsWith(`cases/${dentalCase.id}/`)) await t.services.storage.remove(storage_key);
    }
    const reply = await (await t.as(dentalCase.recipient)).get(path);
    expect([reply.statusCode, reply.json().code]).toEqual([500, 'internal']);
    expect(reply.headers).not.toHaveProperty('content-disposition');
    expect(reply.headers).not.toHaveProperty('etag');
    expect(reply.headers).not.toHaveProperty('repr-digest');
    expect(reply.headers['content-length']).toBe(String(reply.rawPayload.length));
  });

  test('download is byte for byte, with headers that prevent execution', async () => {
    const bytes = stl(1000);
    const { path, dentalCase } = await caseWithFile(bytes, `김 "x" ü.stl`);
    const reply = await (await t.as(dentalCase.recipient)).get(path);
    expect(sha256(reply.rawPayload)).toBe(sha256(bytes));
    expect(reply.headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-length': String(bytes.length),
      'content-disposition': `attachment; filename="? \\"x\\" ?.stl"; filename*=UTF-8''%EA%B9%80%20%22x%22%20%C3%BC.stl`,
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'self'",
      'cache-control': 'private, no-store',
      etag: `"${sha256(bytes)}"`,
      'repr-digest': `sha-256=:${Buffer.from(sha256(bytes), 'hex').toString('base64')}:`,
    });
  });

  test('real scans are downloaded unchanged', async () => {
    for (const name of ['smartee0-upper.obj', 'teeth3ds-CLNVA9MZ-lower.ply']) {
      const bytes = await readFile(new URL(`../../../../../../shared/scans/${name}`, import.meta.url)).catch(
        () => null,
      );
      if (!bytes) continue;
      const { path, dentalCase } = await caseWithFile(bytes, name);
      expect(sha256((await (await t.as(dentalCase.recipient)).get(path)).rawPayload)).toBe(sha256(bytes));
    }
  });

  test('download works with the session cookie, as a link in the page', async () => {
    const { path, dentalCase } = await caseWithFile(stl(3), 'a.stl');
    await t.app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = t.app.server.address() as AddressInfo;
    const { cookie } = await t.as(dentalCase.author);
    const reply = await fetch(`http://127.0.0.1:${port}/heclore${path}`, {
      headers: { cookie: `cusp=${cookie}`, 'accept-encoding': 'gzip, br' },
    });
    expect([reply.status, reply.headers.get('content-encoding')]).toEqual([200, null]);
    expect(sha256(new Uint8Array(await reply.arrayBuffer()))).toBe(sha256(stl(3)));
  });

  test.each([
    ['a.png', png(), 'image/png', 'inline'],
    ['a.jpg', Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1, 2]), 'image/jpeg', 'inline'],
    ['a.jpeg', Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1, 2]), 'image/jpeg', 'inline'],
    ['a.webp', webp(1), 'image/webp', 'inline'],
    ['a.avif', avif(), 'image/avif', 'inline'],
    ['a.webp', Buffer.from('GIF89a\x01\0\x01\0 made by'), 'application/octet-stream', 'attachment'],
    ['a.pdf', Buffer.from('%PDF-1.7\n'), 'application/pdf', 'inline'],
    ['a.svg', Buffer.from('<svg onload="alert(1)"/>'), 'application/octet-stream', 'attachment'],
    ['a.xml', Buffer.from('<order/>'), 'application/octet-stream', 'attachment'],
    ['a.stl', stl(1), 'application/octet-stream', 'attachment'],
  ])('inline view of %s', async (filename, bytes, type, disposition) => {
    const { path, dentalCase } = await caseWithFile(bytes, filename);
    const reply = await (await t.as(dentalCase.author)).get(`${path}?inline=1`);
    expect(reply.headers['content-type']).toBe(type);
    expect(reply.headers['content-disposition']).toBe(`${disposition}; filename=${filename}`);
  });

  test.each([
    ['bytes=0-9', 206, 0, 10],
    ['bytes=100-', 206, 100, undefined],
    ['bytes=-5', 206, -5, undefined],
    ['bytes=0-99999999', 206, 0, undefined],
    ['bytes=0-1,5-6', 200, 0, undefined],
    ['lines=1-2', 200, 0, undefined],
  ])('range request %s', async (range, status, start, end) => {
    const bytes = stl(40);
    const { path, dentalCase } = await caseWithFile(bytes, 'a.stl');
    const reply = await (await t.as(dentalCase.author)).request('GET', path, undefined, { range });
    expect(reply.statusCode).toBe(status);
    expect(reply.rawPayload.equals(bytes.subarray(start, end))).toBe(true);
  });

  test('range requests: 416 outside, full file for a stale If-Range, headers only for HEAD', async () => {
    const bytes = stl(40);
    const { path, dentalCase } = await caseWithFile(bytes, 'a.stl');
    const client = await t.as(dentalCase.author);
    const get = (headers: Record<string, string>) => client.request('GET', path, undefined, headers);
    const outside = await get({ range: 'bytes=99999-' });
    expect([outside.statusCode, outside.headers['content-range']]).toEqual([416, `bytes */${bytes.length}`]);
    expect((await get({ range: 'bytes=0-1', 'if-range': '"other"' })).statusCode).toBe(200);
    expect((await get({ range: 'bytes=5-2' })).statusCode).toBe(200);
    const mark = `"${sha256(bytes)}"`;
    for (const known of [mark, `W/${mark}`, `"other", ${mark}`, '*'])
      expect((await get({ 'if-none-match': known })).statusCode).toBe(304);
    expect((await get({ 'if-none-match': 'W/"other", ""' })).statusCode).toBe(200);
    const head = await t.app.inject({
      method: 'HEAD',
      url: `/heclore${path}`,
      headers: { authorization: `Bearer ${client.token}` },
    });
    expect([head.statusCode, head.headers['content-length'], head.rawPayload.length]).toEqual([
      200,
      String(bytes.length),
      0,
    ]);
  });

  test('URLs by id leave out files one may not see', async () => {
    const [own, foreign] = [await caseWithFile(stl(2), 'a.stl'), await caseWithFile(stl(2), 'b.stl')];
    const client = await t.as(own.dentalCase.author);
    const reply = await client.get(`/v1/files/uri/?ids=${own.id},${foreign.id},x,`);
    expect(reply.json()).toEqual({ [own.id]: `/heclore/v1/files/${own.id}/download/` });
  });

  test('every read, download and refusal is in the audit log', async () => {
    const { path, dentalCase, id } = await caseWithFile(stl(2), 'a.stl', true);
    const recipient = await t.as(dentalCase.recipient);
    await recipient.get(path);
    await recipient.get(`${path}?inline=1`);
    await (await t.as(dentalCase.author)).get(path);
    const rows = await t.services.db
      .selectFrom('audit_log')
      .select(['action', 'result', 'user_id'])
      .where('object_id', '=', id)
      .where('action', '<>', 'file_uploaded')
      .orderBy('id')
      .execute();
    expect(rows).toEqual([
      { action: 'file_downloaded', result: 'ok', user_id: dentalCase.recipient.id },
      { action: 'file_read', result: 'ok', user_id: dentalCase.recipient.id },
      { action: 'file_downloaded', result: 'refused', user_id: dentalCase.author.id },
    ]);
  });
});

describe('while the file is opened', () => {
  /** Lets something happen after the row was found and before its bytes are read. */
  const beforeReading = (happens: (key: string) => Promise<unknown>) => {
    const { storage } = t.services;
    const read = storage.read.bind(storage);
    return vi.spyOn(storage, 'read').mockImplementationOnce(async (key, range) => {
      await happens(key);
      return read(key, range);
    });
  };

  test('a file that is removed while the download opens it is a 404', async () => {
    const { dentalCase, id, path } = await caseWithFile(stl(4), 'a.stl');
    const author = await t.as(dentalCase.author);
    beforeReading(async (key) => {
      expect((await author.delete(`/v1/files/${id}/remove/`)).statusCode).toBe(200);
      await t.services.storage.remove(key);
    });
    const reply = await (await t.as(dentalCase.recipient)).get(path);
    expect([reply.statusCode, reply.json().code]).toEqual([404, 'not_found']);
    expect(reply.headers['content-disposition']).toBeUndefined();
  });

  test('a file whose bytes are missing when the download opens it is a 500', async () => {
    const { dentalCase, path } = await caseWithFile(stl(4), 'a.stl');
    beforeReading((key) => t.services.storage.remove(key));
    expect((await (await t.as(dentalCase.recipient)).get(path)).statusCode).toBe(500);
  });

  test('a file that is replaced while a range of it is opened is sent whole as a 200', async () => {
    const { dentalCase, id, path } = await caseWithFile(stl(4), 'a.stl');
    const replacement = stl(4, 2);
    beforeReading(async (key) => {
      await t.services.storage.write(`${key}-new`, Readable.from([replacement]));
      await t.services.storage.remove(key);
      await t.services.db
        .updateTable('case_file')
        .set({ storage_key: `${key}-new`, sha256: sha256(replacement) })
        .where('id', '=', id)
        .execute();
    });
    const reply = await (await t.as(dentalCase.recipient)).request('GET', path, undefined, {
      range: 'bytes=0-9',
      'if-range': `"${sha256(stl(4))}"`,
    });
    expect([reply.statusCode, reply.headers['content-range']]).toEqual([200, undefined]);
    expect(reply.rawPayload.equals(replacement)).toBe(true);
  });

  /** Lets the next read give a stream without bytes. */
  const readAs = (stream: Readable) =>
    vi.spyOn(t.services.storage, 'read').mockImplementationOnce(async () => stream);

  test('a file whose stream closes before its first byte is a 500', async () => {
    const { dentalCase, path } = await caseWithFile(stl(4), 'a.stl');
    readAs(
      new Readable({
        read() {
          this.destroy();
        },
      }),
    );
    expect((await (await t.as(dentalCase.recipient)).get(path)).statusCode).toBe(500);
  });

  test('a file whose first byte does not come is closed when the client leaves', async () => {
    const { dentalCase, path } = await caseWithFile(stl(4), 'a.stl');
    const { token } = await t.as(dentalCase.recipient);
    if (!t.app.server.listening) await t.app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = t.app.server.address() as AddressInfo;
    const stalled = new Readable({ read() {} });
    const read = readAs(stalled);
    const headers = { authorization: `Bearer ${token}` };
    const request = get({ host: '127.0.0.1', port, path: `/heclore${path}`, headers });
    await expect.poll(() => read.mock.calls.length).toBe(1);
    request.destroy();
    await once(request, 'error');
    await expect.poll(() => stalled.destroyed).toBe(true);
  });
});
