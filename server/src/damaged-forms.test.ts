import type { AddressInfo } from 'node:net';
import { API_BASE } from '@cusp/contract/endpoint';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createCase } from './testing/factories.ts';
import { RawLine } from './testing/raw-lines.ts';
import { openTestApp } from './testing/test-app.ts';

const t = await openTestApp();
const lines: RawLine[] = [];
let port = 0;
let token = '';
let caseId = 0;
beforeAll(async () => {
  await t.app.listen({ port: 0, host: '127.0.0.1' });
  port = (t.app.server.address() as AddressInfo).port;
  const dentalCase = await createCase(t.services);
  caseId = dentalCase.id;
  token = (await t.as(dentalCase.author)).token;
});
afterAll(() => {
  for (const { socket } of lines) socket.destroy();
});

const part = (size: number, field = 'file') =>
  `--b\r\ncontent-disposition: form-data; name="${field}"; filename="a.qcproject"\r\n\r\n${'x'.repeat(size)}`;

/** Longer than one read from a socket, so that some of it is unread while the reply is sent. */
const LONG = 140_000;
const DAMAGED: [string, string, string][] = [
  ['without a boundary', 'multipart/form-data', `${part(LONG)}\r\n--b--\r\n`],
  ['with an empty boundary', 'multipart/form-data; boundary=', `${part(LONG)}\r\n--b--\r\n`],
  ['with a boundary that is too long', `multipart/form-data; boundary=${'b'.repeat(300)}`, part(LONG)],
  ['with another boundary', 'multipart/form-data; boundary=other', `${part(LONG)}\r\n--b--\r\n`],
  ['that ends within its file', 'multipart/form-data; boundary=b', part(LONG)],
  [
    'truncated within a field',
    'multipart/form-data; boundary=b',
    `${part(LONG, 'note').replace(/; filename="[^"]*"/, '')}`,
  ],
  ['truncated in the headers of a part', 'multipart/form-data; boundary=b', '--b\r\ncontent-dispo'],
  ['that is only noise', 'multipart/form-data; boundary=b', '\0\r\n--'.repeat(LONG / 5)],
];

describe.each([
  ['POST', '/v1/auth/signup/'],
  ['POST', '/v1/auth/validate/?form=signup&field=password'],
  ['PUT', '/v1/user/edit/'],
  ['PUT', '/v1/auth/change-password/'],
  ['POST', '/v1/cases/:id/file/'],
])('a form to %s %s', (method, path) => {
  test.each(DAMAGED)(
    '%s is refused with a readable message, and its connection serves the next request',
    async (_, type, body) => {
      const line = await RawLine.open(port);
      lines.push(line);
      line.send(
        `${method} ${API_BASE}${path.replace(':id', String(caseId))}`,
        { authorization: `Bearer ${token}`, 'content-type': type, 'content-length': Buffer.byteLength(body) },
        body,
      );
      expect(await line.reply()).toMatchObject({
        status: 400,
        code: expect.stringMatching(/^(form_broken|file_missing)$/),
      });
      line.send('GET /healthz', {});
      expect(await line.reply()).toMatchObject({ status: 200, body: '{"status":"ok"}' });
      line.socket.destroy();
    },
  );
});
