import { once } from 'node:events';
import { readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { type ClientRequest, request } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { join } from 'node:path';
import { MAX_FILE_BYTES } from '@cusp/contract/file-types';
import { expect, test } from 'vitest';
import { createCase } from '../../testing/factories.ts';
import { type Client, openTestApp } from '../../testing/test-app.ts';
import { formWith, sha256, stl } from '../../testing/uploads.ts';
import { removeBytes } from './tidy-files.ts';

const t = await openTestApp();
await t.app.listen({ port: 0, host: '127.0.0.1' });
const port = (t.app.server.address() as AddressInfo).port;

const root = () => join(t.services.config.dataDir, 'files');
const halves = () => readdir(join(root(), 'incoming'));
const listed = async (client: Client, caseId: number) =>
  (await client.get(`/v1/cases/${caseId}/files/`)).json().files;

const header = (name: string) =>
  `--b\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\n\r\n`;
const FOOTER = '\r\n--b--\r\n';

/** Begins an upload over a real connection; the test sends the bytes. */
function open(client: Client, caseId: number, onError: (error: Error) => void): ClientRequest {
  const upload = request({
    port,
    method: 'POST',
    path: `/heclore/v1/cases/${caseId}/file/`,
    headers: { authorization: `Bearer ${client.token}`, 'content-type': 'multipart/form-data; boundary=b' },
  });
  upload.on('error', onError);
  upload.write(header('a.qcproject'));
  return upload;
}

async function send(client: Client, caseId: number, size: number): Promise<{ status: number; body: string }> {
  const chunk = Buffer.alloc(1024 * 1024, 7);
  return new Promise((resolve, reject) => {
    const upload = open(client, caseId, reject);
    upload.on('response', async (reply) => {
      const body = Buffer.concat(await reply.toArray()).toString();
      resolve({ status: reply.statusCode ?? 0, body });
    });
    let left = size;
    const push = () => {
      while (left > 0) {
        const part = left < chunk.length ? chunk.subarray(0, left) : chunk;
        left -= part.length;
        if (!upload.write(part)) {
          upload.once('drain', push);
          return;
        }
      }
      upload.end(FOOTER);
    };
    push();
  });
}

test('201 MiB, and one byte more than 200 MiB, are refused and leave nothing behind', async () => {
  const dentalCase = await createCase(t.services);
  const client = await t.as(dentalCase.author);
  for (const size of [MAX_FILE_BYTES + 1, MAX_FILE_BYTES + 1024 * 1024]) {
    const { status, body } = await send(client, dentalCase.id, size);
    expect([status, JSON.parse(body).code]).toEqual([413, 'file_too_large']);
  }
  expect(await listed(client, dentalCase.id)).toEqual([]);
  expect(await halves()).toEqual([]);
});

/** Sends everything before reading the answer, as browsers do. */
async function sendBlindly(client: Client, caseId: number, size: number, name: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  const form = [Buffer.from(header(name)), Buffer.alloc(size, 7), Buffer.from(FOOTER)];
  const head = [
    `POST /heclore/v1/cases/${caseId}/file/ HTTP/1.1`,
    'host: cusp.example',
    `authorization: Bearer ${client.token}`,
    'content-type: multipart/form-data; boundary=b',
    `content-length: ${form.reduce((sum, part) => sum + part.length, 0)}`,
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n`);
  await new Promise((sent) => socket.write(Buffer.concat(form), sent));
  const [answer] = await once(socket, 'data');
  socket.destroy();
  return String(answer).slice(0, 'HTTP/1.1 400'.length);
}

test('a long file refused by its name or beginning is still read to its end', async () => {
  const dentalCase = await createCase(t.services);
  const client = await t.as(dentalCase.author);
  for (const name of ['a.exe', 'a.png']) {
    expect(await sendBlindly(client, dentalCase.id, 20 * 1024 * 1024, name)).toBe('HTTP/1.1 400');
  }
  expect(await halves()).toEqual([]);
});

test('exactly 200 MiB are accepted', async () => {
  const dentalCase = await createCase(t.services);
  const client = await t.as(dentalCase.author);
  const { status, body } = await send(client, dentalCase.id, MAX_FILE_BYTES);
  expect([status, JSON.parse(body).size]).toEqual([200, MAX_FILE_BYTES]);
});

test.each(['stl', 'qcproject'])('several megabytes of .%s are downloaded unchanged', async (extension) => {
  const dentalCase = await createCase(t.services);
  const client = await t.as(dentalCase.author);
  const bytes = stl(100_000, 3);
  const origin = `http://127.0.0.1:${port}/heclore/v1`;
  const headers = { authorization: `Bearer ${client.token}` };
  const sent = await fetch(`${origin}/cases/${dentalCase.id}/file/`, {
    method: 'POST',
    headers,
    body: formWith(bytes, `upper.${extension}`),
  });
  const { id, sha256: reported } = (await sent.json()) as { id: number; sha256: string };
  const back = await fetch(`${origin}/files/${id}/download/`, { headers });
  expect([reported, sha256(Buffer.from(await back.arrayBuffer()))]).toEqual([sha256(bytes), sha256(bytes)]);
});

test('a connection broken in the middle leaves nothing behind', async () => {
  const dentalCase = await createCase(t.services);
  const client = await t.as(dentalCase.author);
  const upload = open(client, dentalCase.id, () => {});
  upload.write(Buffer.alloc(3 * 1024 * 1024));
  await expect.poll(halves).toHaveLength(1);
  upload.destroy();
  await expect.poll(halves).toEqual([]);
  expect(await listed(client, dentalCase.id)).toEqual([]);
});

test('server killed during an upload: the partial file is not listed and is cleaned up later', async () => {
  const dentalCase = await createCase(t.services);
  const client = await t.as(dentalCase.author);
  const [dead, alive] = ['dead', 'alive'].map((name) => join(root(), 'incoming', name));
  await writeFile(dead as string, 'half of a scan');
  await writeFile(alive as string, 'another process writes this now');
  await utimes(dead as string, new Date(0), new Date(0));
  await t.services.storage.tidy();
  expect(await halves()).toEqual(['alive']);
  await rm(alive as string);
  expect(await listed(client, dentalCase.id)).toEqual([]);
});

test('server killed between bytes and row: a job removes orphaned bytes, not those of files', async () => {
  const dentalCase = await createCase(t.services);
  const client = await t.as(dentalCase.author);
  await send(client, dentalCase.id, 1000);
  const folder = join(root(), 'cases', String(dentalCase.id));
  const [kept] = await readdir(folder);
  await writeFile(join(folder, 'orphan'), 'whole, but without a row');
  await removeBytes(t.services, `cases/${dentalCase.id}/orphan`);
  await removeBytes(t.services, `cases/${dentalCase.id}/${kept}`);
  expect(await readdir(folder)).toEqual([kept]);
});
