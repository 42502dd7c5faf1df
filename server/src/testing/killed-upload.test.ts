import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '@cusp/local-postgres/free-port';
import { scratchFolder } from '@cusp/local-postgres/scratch-folder';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openSession } from '../modules/identity/sessions.ts';
import { readConfig } from '../platform/config/config.ts';
import { openDatabase } from '../platform/db/open.ts';
import { prepareDatabase } from '../platform/db/prepare.ts';
import { inTransaction } from '../platform/work.ts';
import { createLogger, startServices } from '../start-services.ts';
import { CHILD_ENV } from './child-env.ts';
import { createCase } from './factories.ts';
import { formWith, sha256, stl } from './uploads.ts';

const SECRET_KEY = 'x'.repeat(40);
const SENT_BYTES = 3 * 1024 * 1024;

let folder: string;
let env: Record<string, string>;
let server: ChildProcess | undefined;
let caseId: number;
let headers: { authorization: string };

beforeAll(async () => {
  folder = await scratchFolder('cusp-killed-');
  const port = String(await freePort());
  env = { DATA_DIR: folder, SECRET_KEY, PORT: port, HOST: '127.0.0.1', DEMO: '0', LOG_LEVEL: 'silent' };
  const config = readConfig(env);
  const database = await openDatabase(config, createLogger('silent'));
  await prepareDatabase(database, 'us');
  const { services, close } = await startServices(config, database, createLogger('silent'), { work: false });
  const dentalCase = await createCase(services);
  const origin = { ip: '', userAgent: '', requestId: null };
  const session = await inTransaction(services, origin, (work) => openSession(work, dentalCase.author.id));
  caseId = dentalCase.id;
  headers = { authorization: `Bearer ${session.access}` };
  await close();
  await database.stop();
});

afterAll(async () => {
  if (server?.exitCode === null && server.signalCode === null) {
    server.kill('SIGTERM');
    await once(server, 'exit');
  }
  await rm(folder, { recursive: true, force: true });
});

const at = (path: string) => `http://127.0.0.1:${env.PORT}${path}`;
const halves = async () => readdir(join(folder, 'files', 'incoming'));
const whole = async () => readdir(join(folder, 'files', 'cases', String(caseId))).catch(() => []);
const listed = async () => {
  const reply = await fetch(at(`/heclore/v1/cases/${caseId}/files/`), { headers });
  expect(reply.status).toBe(200);
  return ((await reply.json()) as { files: { filename: string; sha256: string }[] }).files;
};

/** Starts the server as in real use, in a child process. */
async function start(): Promise<ChildProcess> {
  const child = spawn(process.execPath, [join(import.meta.dirname, '../main.ts')], {
    env: { ...CHILD_ENV, ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  for (;;) {
    if (child.exitCode !== null) throw new Error(`the server ended with ${child.exitCode}`);
    const ready = await fetch(at('/readyz')).catch(() => null);
    if (ready?.ok) return child;
    await pause(100);
  }
}

/** Sends the beginning of a scan only; resolves when the connection breaks. */
function beginUpload(): Promise<unknown> {
  const upload = request(at(`/heclore/v1/cases/${caseId}/file/`), {
    method: 'POST',
    headers: { ...headers, 'content-type': 'multipart/form-data; boundary=b' },
  });
  const broken = once(upload, 'error');
  upload.write('--b\r\ncontent-disposition: form-data; name="file"; filename="half.qcproject"\r\n\r\n');
  upload.write(Buffer.alloc(SENT_BYTES, 7));
  return broken;
}

const TUS = { 'tus-resumable': '1.0.0', 'content-type': 'application/offset+octet-stream' };

/** Begins an upload in parts and sends the first; returns the address for the next. */
async function beginInParts(scan: Buffer, first: number): Promise<string> {
  const begun = await fetch(at(`/heclore/v1/cases/${caseId}/uploads/`), {
    method: 'POST',
    headers: {
      ...headers,
      'tus-resumable': '1.0.0',
      'upload-length': String(scan.length),
      'upload-metadata': `filename ${btoa('lower.stl')}`,
    },
  });
  const path = begun.headers.get('location') ?? '';
  await sendPart(path, 0, scan.subarray(0, first));
  return path;
}

async function sendPart(path: string, offset: number, bytes: Buffer): Promise<void> {
  const reply = await fetch(at(path), {
    method: 'PATCH',
    headers: { ...headers, ...TUS, 'upload-offset': String(offset) },
    body: new Uint8Array(bytes),
  });
  expect(reply.status).toBe(204);
}

async function offsetAt(path: string): Promise<number> {
  const reply = await fetch(at(path), { method: 'HEAD', headers: { ...headers, ...TUS } });
  return Number(reply.headers.get('upload-offset'));
}

test('killing the server during an upload: no partial file is listed, the same scan can be sent again, and one in parts continues', async () => {
  server = await start();
  const lower = stl(3000, 2);
  const inParts = await beginInParts(lower, 100_000);
  const broken = beginUpload();
  await expect.poll(halves, { timeout: 20_000 }).toHaveLength(1);
  expect(await listed()).toEqual([]);
  server.kill('SIGKILL');
  await once(server, 'exit');
  await broken;
  expect(await halves()).toHaveLength(1);

  server = await start();
  expect(await listed()).toEqual([]);
  expect(await whole()).toEqual([]);
  const scan = stl(1000);
  const again = await fetch(at(`/heclore/v1/cases/${caseId}/file/`), {
    method: 'POST',
    headers,
    body: formWith(scan, 'upper.stl'),
  });
  expect(again.status).toBe(200);
  expect(await listed()).toMatchObject([{ filename: 'upper.stl', sha256: sha256(scan) }]);
  expect(await whole()).toHaveLength(1);

  const offset = await offsetAt(inParts);
  expect(offset).toBe(100_000);
  await sendPart(inParts, offset, lower.subarray(offset));
  expect(await listed()).toMatchObject([
    { filename: 'upper.stl' },
    { filename: 'lower.stl', sha256: sha256(lower) },
  ]);
}, 120_000);
