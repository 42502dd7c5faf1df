import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { type ClientRequest, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { API_BASE } from '@cusp/contract/endpoint';
import { PART_TYPE, TUS_VERSION } from '@cusp/contract/uploads.routes';
import { type FauxqsServer, startFauxqs } from 'fauxqs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { S3Config } from '../../platform/config/settings.ts';
import { createCase } from '../../testing/factories.ts';
import { type Client, createTestApp, type TestApp } from '../../testing/test-app.ts';
import { begun, patch, state } from '../../testing/tus.ts';
import { sha256 } from '../../testing/uploads.ts';

const SENT = 6_000_000;
const scan = randomBytes(9_000_000);

let store: FauxqsServer;
let s3: S3Config;
beforeAll(async () => {
  store = await startFauxqs({ port: 0, logger: false, host: '127.0.0.1' });
  const endpoint = `http://127.0.0.1:${store.port}`;
  s3 = { endpoint, region: 'us-east-1', bucket: 'cusp', accessKey: 'test', secretKey: 'test' };
  const credentials = { accessKeyId: 'test', secretAccessKey: 'test' };
  const client = new S3Client({ endpoint, region: s3.region, forcePathStyle: true, credentials });
  await client.send(new CreateBucketCommand({ Bucket: s3.bucket }));
});
afterAll(() => store.stop());

describe.each(['a folder', 'an S3 bucket'])('in %s', (place) => {
  let t: TestApp;
  let port: number;
  beforeAll(async () => {
    t = await createTestApp({ config: { s3: place === 'a folder' ? null : s3 } });
    await t.app.listen({ port: 0, host: '127.0.0.1' });
    port = (t.app.server.address() as AddressInfo).port;
  });
  afterAll(() => t.close());

  /** Opens a connection for the rest of the file and sends only its beginning. */
  async function sendBeginning(client: Client, path: string): Promise<ClientRequest> {
    const line = request({
      port,
      method: 'PATCH',
      path: API_BASE + path,
      headers: {
        authorization: `Bearer ${client.token}`,
        'tus-resumable': TUS_VERSION,
        'content-type': PART_TYPE,
        'upload-offset': 0,
        'content-length': scan.length,
      },
    });
    line.on('error', () => {});
    if (!line.write(scan.subarray(0, SENT))) await once(line, 'drain');
    return line;
  }

  const offsetOf = async (client: Client, path: string) =>
    Number((await state(client, path)).headers['upload-offset']);

  async function sendRest(client: Client, caseId: number, path: string, offset: number) {
    const reply = await patch(client, path, offset, scan.subarray(offset));
    expect(reply.statusCode).toBe(204);
    const { files } = (await client.get(`/v1/cases/${caseId}/files/`)).json();
    expect(files).toMatchObject([{ filename: 'upper.qcproject', sha256: sha256(scan), size: scan.length }]);
    const bytes = (await client.get(`/v1/files/${files[0].id}/download/`)).rawPayload;
    expect(sha256(bytes)).toBe(sha256(scan));
  }

  test('connection cut in the middle: received bytes count, and the rest completes the file', async () => {
    const dentalCase = await createCase(t.services);
    const client = await t.as(dentalCase.author);
    const path = await begun(client, dentalCase.id, 'upper.qcproject', scan.length);
    const line = await sendBeginning(client, path);
    line.destroy();
    await expect.poll(() => offsetOf(client, path), { timeout: 15_000 }).toBeGreaterThan(0);
    const offset = await offsetOf(client, path);
    expect(offset).toBeLessThanOrEqual(SENT);
    await sendRest(client, dentalCase.id, path, offset);
  });

  test('a hanging connection is ended by the next request, without losing received bytes', async () => {
    const dentalCase = await createCase(t.services);
    const client = await t.as(dentalCase.author);
    const path = await begun(client, dentalCase.id, 'upper.qcproject', scan.length);
    const line = await sendBeginning(client, path);
    const ended = new Promise((resolve) => line.once('close', resolve));
    await expect.poll(() => offsetOf(client, path), { timeout: 15_000 }).toBeGreaterThan(0);
    await ended;
    const offset = await offsetOf(client, path);
    await sendRest(client, dentalCase.id, path, offset);
  });
});
