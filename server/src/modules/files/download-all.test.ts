import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { crc32 } from 'node:zlib';
import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { MissingBytes } from '../../platform/files/storage.ts';
import { encodeId } from '../../platform/http/idb64.ts';
import { createCase, createUser } from '../../testing/factories.ts';
import { type Client, openTestApp } from '../../testing/test-app.ts';
import { unzip } from '../../testing/unzip.ts';
import { sha256, stl, upload } from '../../testing/uploads.ts';
import { fillChecksums } from './checksums.ts';
import { zipStream } from './zip-stream.ts';

const t = await openTestApp();

const address = (caseId: number, userId: number, filename: string) =>
  `/v1/cases/${caseId}/files/download/${encodeId(userId)}/?filename=${encodeURIComponent(filename)}`;

async function grant(client: Client, caseId: number): Promise<string> {
  const reply = await client.post(`/v1/cases/${caseId}/files/download/`);
  expect(reply.statusCode).toBe(200);
  return reply.json().filename;
}

test('zip is refused for strangers, made-up names, other people’s or cases’ grants, and expired ones', async () => {
  const [dentalCase, otherCase] = [await createCase(t.services), await createCase(t.services)];
  const { author, recipient } = dentalCase;
  const [client, other, stranger] = [
    await t.as(author),
    await t.as(recipient),
    await t.as(await createUser(t.services)),
  ];
  await upload(client, dentalCase.id, stl(3), 'a.stl');
  expect((await stranger.post(`/v1/cases/${dentalCase.id}/files/download/`)).statusCode).toBe(404);
  expect((await t.nobody.post(`/v1/cases/${dentalCase.id}/files/download/`)).statusCode).toBe(401);

  const name = await grant(client, dentalCase.id);
  const own = address(dentalCase.id, author.id, name);
  expect((await t.nobody.get(own)).statusCode).toBe(401);
  expect((await stranger.get(own)).statusCode).toBe(404);
  expect((await other.get(own)).statusCode).toBe(404);
  expect((await other.get(address(dentalCase.id, recipient.id, name))).json().code).toBe('download_expired');
  expect((await client.get(address(otherCase.id, author.id, name))).statusCode).toBe(404);
  const guessed = await client.get(address(dentalCase.id, author.id, `${dentalCase.no}.zip`));
  expect([guessed.statusCode, guessed.json().code]).toEqual([404, 'download_expired']);

  await t.services.db
    .updateTable('download_grant')
    .set({ expires_at: new Date(Date.now() - 1) })
    .where('name', '=', name)
    .execute();
  expect((await client.get(own)).json().code).toBe('download_expired');
});

test('both steps of the zip download are blocked for the side of a locked device', async () => {
  const dentalCase = await createCase(t.services);
  const client = await t.as(dentalCase.author);
  await upload(client, dentalCase.id, stl(3), 'a.stl');
  const name = await grant(client, dentalCase.id);
  await t.services.db
    .updateTable('dental_case')
    .set({ from_locked_device: true })
    .where('id', '=', dentalCase.id)
    .execute();
  const second = await client.get(address(dentalCase.id, dentalCase.author.id, name));
  const first = await client.post(`/v1/cases/${dentalCase.id}/files/download/`);
  for (const reply of [first, second]) {
    expect([reply.statusCode, reply.json().code]).toEqual([403, 'export_blocked']);
  }
  await grant(await t.as(dentalCase.recipient), dentalCase.id);
});

test('the zip has every file byte for byte under a unique name, and is downloadable once', async () => {
  const dentalCase = await createCase(t.services);
  const client = await t.as(dentalCase.author);
  const names = ['upper.stl', 'Upper.stl', '상악 "1".stl', 'upper (2).stl'];
  const sent = names.map((_, n) => stl(200 + n, n));
  for (const [n, bytes] of sent.entries()) await upload(client, dentalCase.id, bytes, names[n] ?? '');
  const recipient = await t.as(dentalCase.recipient);
  const name = await grant(recipient, dentalCase.id);
  expect(name).toMatch(new RegExp(`^${dentalCase.no}-[\\w-]{22}\\.zip$`));
  const path = address(dentalCase.id, dentalCase.recipient.id, name);
  const reply = await recipient.get(path);
  expect(reply.headers).toMatchObject({
    'content-type': 'application/zip',
    'content-length': String(reply.rawPayload.length),
    'content-disposition': `attachment; filename=${dentalCase.no}.zip`,
  });
  const entries = await unzip(reply.rawPayload);
  expect(entries.map((entry) => entry.name)).toEqual([
    'upper.stl',
    'Upper (2).stl',
    '상악 _1_.stl',
    'upper (2) (2).stl',
  ]);
  expect(entries.map((entry) => sha256(entry.bytes))).toEqual(sent.map(sha256));
  expect((await recipient.get(path)).json().code).toBe('download_expired');
});

test('a slow receiver gets every byte although buffers are freed behind it', async () => {
  await t.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = t.app.server.address() as AddressInfo;
  const dentalCase = await createCase(t.services);
  const client = await t.as(dentalCase.author);
  const sent = [randomBytes(5_000_000), randomBytes(3_000_000)];
  for (const [n, bytes] of sent.entries()) await upload(client, dentalCase.id, bytes, `${n}.qcproject`);
  const path = address(dentalCase.id, dentalCase.author.id, await grant(client, dentalCase.id));
  const request = get({
    port,
    path: `/heclore${path}`,
    headers: { authorization: `Bearer ${client.token}` },
  });
  const [reply]: IncomingMessage[] = await once(request, 'response');
  const chunks: Buffer[] = [];
  for await (const chunk of reply ?? []) {
    chunks.push(chunk);
    if (chunks.length % 16 === 0) await pause(1);
  }
  const zip = Buffer.concat(chunks);
  expect(reply?.headers['content-length']).toBe(String(zip.length));
  const entries = await unzip(zip);
  expect(entries.map((entry) => sha256(entry.bytes))).toEqual(sent.map(sha256));
});

test('a checksum is computed by a job after the upload, or on an earlier download', async () => {
  const dentalCase = await createCase(t.services);
  const client = await t.as(dentalCase.author);
  const bytes = stl(50);
  const { id } = (await upload(client, dentalCase.id, bytes, 'upper.stl')).json();
  const checksum = async () => {
    const file = t.services.db.selectFrom('case_file').select('crc32').where('id', '=', id);
    return (await file.executeTakeFirstOrThrow()).crc32;
  };
  expect(await checksum()).toBeNull();
  const { rows } = await sql`select 1 from pgboss.job where name = 'file-checksums'`.execute(t.services.db);
  expect(rows).toHaveLength(1);

  const path = address(dentalCase.id, dentalCase.author.id, await grant(client, dentalCase.id));
  expect(await unzip((await client.get(path)).rawPayload)).toEqual([{ name: 'upper.stl', bytes }]);
  expect(await checksum()).toBe(crc32(bytes));
  await t.services.db.updateTable('case_file').set({ crc32: null }).where('id', '=', id).execute();
  await fillChecksums(t.services);
  expect(await checksum()).toBe(crc32(bytes));
});

test('the zip has the newest version of each name', async () => {
  const dentalCase = await createCase(t.services);
  const client = await t.as(dentalCase.author);
  for (const n of [1, 2]) await upload(client, dentalCase.id, stl(5, n), 'upper.stl');
  const path = address(dentalCase.id, dentalCase.author.id, await grant(client, dentalCase.id));
  expect(await unzip((await client.get(path)).rawPayload)).toEqual([{ name: 'upper.stl', bytes: stl(5, 2) }]);
});

test('a case without files gives an empty zip', async () => {
  const dentalCase = await createCase(t.services);
  const client = await t.as(dentalCase.author);
  const reply = await client.get(
    address(dentalCase.id, dentalCase.author.id, await grant(client, dentalCase.id)),
  );
  expect(await unzip(reply.rawPayload)).toEqual([]);
});

test('a missing or truncated stored file is reported before the zip begins', async () => {
  const dentalCase = await createCase(t.services);
  const client = await t.as(dentalCase.author);
  for (const name of ['a.stl', 'b.stl']) await upload(client, dentalCase.id, stl(2), name);
  const { storage_key } = await t.services.db
    .selectFrom('case_file')
    .select('storage_key')
    .where('case_id', '=', dentalCase.id)
    .where('filename', '=', 'a.stl')
    .executeTakeFirstOrThrow();
  const ask = async () => {
    const reply = await client.post(`/v1/cases/${dentalCase.id}/files/download/`);
    return [reply.statusCode, reply.json().code];
  };
  await t.services.storage.write(storage_key, Readable.from([stl(1)]));
  expect(await ask()).toEqual([409, 'files_unreadable']);
  await t.services.storage.remove(storage_key);
  expect(await ask()).toEqual([409, 'files_unreadable']);
});

test('a file that is gone once the zip was granted is a 409 that is logged and not recorded as a download', async () => {
  const dentalCase = await createCase(t.services);
  const client = await t.as(dentalCase.author);
  await upload(client, dentalCase.id, stl(2), 'a.stl');
  const path = address(dentalCase.id, dentalCase.author.id, await grant(client, dentalCase.id));
  const { storage_key } = await t.services.db
    .selectFrom('case_file')
    .select('storage_key')
    .where('case_id', '=', dentalCase.id)
    .executeTakeFirstOrThrow();
  await fillChecksums(t.services);
  await t.services.storage.remove(storage_key);
  const logged = vi.spyOn(t.services.log, 'error');
  const ask = async () => {
    const reply = await client.get(path);
    return [reply.statusCode, reply.json().code];
  };
  const recorded = async () => {
    const rows = await t.services.db
      .selectFrom('audit_log')
      .select('result')
      .where('case_id', '=', dentalCase.id)
      .where('action', '=', 'files_downloaded')
      .execute();
    return rows.map(({ result }) => result);
  };
  expect(await ask()).toEqual([409, 'files_unreadable']);
  expect(logged).toHaveBeenCalledOnce();
  logged.mockRestore();
  expect(await recorded()).toEqual([]);
  const guessed = address(dentalCase.id, dentalCase.author.id, 'guessed.zip');
  expect((await client.get(guessed)).json().code).toBe('download_expired');
  await t.services.storage.write(storage_key, Readable.from([stl(2)]));
  expect((await client.get(path)).statusCode).toBe(200);
  expect(await recorded()).toEqual(['ok']);
  expect(await ask()).toEqual([404, 'download_expired']);
});

test('a file that is gone before its checksum is known does not spend the grant of the zip', async () => {
  const dentalCase = await createCase(t.services);
  const client = await t.as(dentalCase.author);
  await upload(client, dentalCase.id, stl(2), 'a.stl');
  const path = address(dentalCase.id, dentalCase.author.id, await grant(client, dentalCase.id));
  const read = vi.spyOn(t.services.storage, 'read').mockImplementation(async (key) => {
    throw new MissingBytes(key);
  });
  expect((await client.get(path)).statusCode).toBe(500);
  read.mockRestore();
  expect((await client.get(path)).statusCode).toBe(200);
});

test('reading stops when the receiver disconnects, and a missing file ends the zip with an error', async () => {
  const chunk = Buffer.alloc(64 * 1024);
  let given = 0;
  const source = new Readable({
    read() {
      given += chunk.length;
      this.push(chunk);
    },
  });
  const storage = { ...t.services.storage, read: async () => source };
  const entry = { filename: 'a.stl', size: 1e9, crc32: 0, storageKey: 'k', createdAt: new Date() };
  const { bytes } = zipStream(storage, [entry]);
  await new Promise((resolve) => bytes.once('readable', resolve));
  bytes.destroy();
  await expect.poll(() => source.destroyed).toBe(true);
  const atEnd = given;
  await pause(50);
  expect(given).toBe(atEnd);
  expect(given).toBeLessThan(4 * 1024 * 1024);

  const gone = zipStream(t.services.storage, [{ ...entry, storageKey: 'cases/1/gone' }]);
  await expect(gone.bytes.toArray()).rejects.toThrow();
});
