import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { API_BASE } from '@cusp/contract/endpoint';
import { PART_TYPE, TUS_VERSION } from '@cusp/contract/uploads.routes';
import { afterEach, describe, expect, test } from 'vitest';
import { OPEN_REQUEST_LIMITS as LIMITS } from './platform/http/open-requests.ts';
import { createCase, createUser } from './testing/factories.ts';
import { RawLine } from './testing/raw-lines.ts';
import { type Client, createTestApp, type TestApp } from './testing/test-app.ts';
import { begun, state } from './testing/tus.ts';
import { upload } from './testing/uploads.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

const MIB = 1024 * 1024;
const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

/** A listening application with a clock that only the test advances. */
async function listening(options: Parameters<typeof createTestApp>[0] = {}) {
  let clock = 0;
  const openRequests = { sweepMs: 20, now: () => clock, ...options.openRequests };
  const t = await createTestApp({ rateLimitFactor: 1, ...options, openRequests });
  ends.push(() => t.close());
  await t.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = t.app.server.address() as AddressInfo;
  const open = async () => {
    const line = await RawLine.open(port);
    ends.push(() => line.socket.destroy());
    return line;
  };
  const pass = (ms: number) => {
    clock += ms;
  };
  return { t, open, pass, isAlive: () => fetch(`http://127.0.0.1:${port}/healthz`).then(({ ok }) => ok) };
}

/** Waits for the next sweep of open requests. */
const looked = (t: TestApp) => {
  const { openRequests } = t.app;
  const { sweep } = openRequests;
  return new Promise<void>((resolve) => {
    openRequests.sweep = () => {
      openRequests.sweep = sweep;
      sweep.call(openRequests);
      resolve();
    };
  });
};

const HALF = { 'content-type': 'application/json', 'content-length': 1000 };
const sendHalf = (line: RawLine, headers: Record<string, string> = {}) =>
  line.send(`POST ${API_BASE}/v1/setLang/`, { ...HALF, ...headers }, '{"lang":');

const sendBeginning = (line: RawLine, client: Client, path: string, bytes: Buffer, length: number) =>
  line.send(
    `PATCH ${API_BASE}${path}`,
    {
      authorization: `Bearer ${client.token}`,
      'tus-resumable': TUS_VERSION,
      'content-type': PART_TYPE,
      'upload-offset': 0,
      'content-length': length,
    },
    bytes,
  );

describe('requests without progress are ended', () => {
  test('unfinished headers get 408, and so does a silent connection', async () => {
    const { open } = await listening({ openRequests: { headersMs: 200 } });
    const [half, silent] = [await open(), await open()];
    half.socket.write('GET /healthz HTTP/1.1\r\nhost: loc');
    expect(await half.reply()).toMatchObject({ status: 408, code: 'request_too_slow' });
    await half.ended();
    await silent.ended();
  });

  test.each([
    ['JSON', 'POST', '/v1/setLang/', 'application/json', '{"lang":'],
    [
      'a form',
      'POST',
      '/v1/auth/validate/?form=signup&field=password',
      'multipart/form-data; boundary=b',
      '--b\r\n',
    ],
    [
      'a form with half a picture',
      'POST',
      '/v1/auth/signup/',
      'multipart/form-data; boundary=b',
      '--b\r\ncontent-disposition: form-data; name="picture"; filename="a.png"\r\n\r\nhalf',
    ],
  ])('%s that does not end gets 408 after half a minute, not before', async (_, method, path, type, body) => {
    const { t, open, pass } = await listening();
    const line = await open();
    line.send(`${method} ${API_BASE}${path}`, { 'content-type': type, 'content-length': 5000 }, body);
    await expect.poll(() => t.app.openRequests.size).toBe(1);
    pass(LIMITS.bodyMs - 1);
    await looked(t);
    expect(line.isOver).toBe(false);
    pass(1);
    expect(await line.reply()).toMatchObject({ status: 408, code: 'request_too_slow' });
    await line.ended();
    await expect.poll(() => t.app.openRequests.size).toBe(0);
  });

  test('an unwanted body is discarded, and also ended after half a minute', async () => {
    const { open, pass } = await listening();
    const line = await open();
    line.send(
      'POST /heclore/nowhere/',
      { 'content-type': 'application/json', 'content-length': 5 * MIB },
      '{',
    );
    expect((await line.reply())?.status).toBe(413);
    line.socket.destroy();
    const get = await open();
    get.send(`GET /healthz`, { 'content-length': 10 * MIB }, 'x');
    expect((await get.reply())?.status).toBe(200);
    pass(LIMITS.bodyMs);
    await get.ended();
  });

  test('an upload that keeps moving may take hours; a stalled one is cut and its bytes are kept', async () => {
    const { t, open, pass } = await listening();
    const dentalCase = await createCase(t.services);
    const client = await t.as(dentalCase.author);
    const size = 10 * LIMITS.uploadWindowBytes;
    const path = await begun(client, dentalCase.id, 'upper.qcproject', size);
    const line = await open();
    const piece = randomBytes(LIMITS.uploadWindowBytes);
    sendBeginning(line, client, path, piece, size);
    await expect.poll(() => t.app.openRequests.size).toBe(1);
    for (let sent = 1; sent < 5; sent += 1) {
      await looked(t);
      pass(LIMITS.uploadWindowMs - 1);
      line.socket.write(piece);
      await expect
        .poll(() => t.app.openRequests.received, { timeout: 15_000 })
        .toBeGreaterThanOrEqual(sent * piece.length);
      await looked(t);
      pass(LIMITS.uploadWindowMs - 1);
      await looked(t);
      expect(line.isOver).toBe(false);
    }
    pass(LIMITS.uploadWindowMs);
    await line.ended();
    await expect
      .poll(async () => Number((await state(client, path)).headers['upload-offset']), { timeout: 15_000 })
      .toBe(5 * piece.length);
  });

  test('a reply that nobody reads is cut', async () => {
    const { t, open, pass } = await listening();
    const dentalCase = await createCase(t.services);
    const client = await t.as(dentalCase.author);
    const { id } = (await upload(client, dentalCase.id, randomBytes(24 * MIB), 'upper.qcproject')).json();
    const line = await open();
    line.socket.pause();
    line.send(`GET ${API_BASE}/v1/files/${id}/download/`, { authorization: `Bearer ${client.token}` });
    await expect.poll(() => t.app.openRequests.size).toBe(1);
    await expect.poll(() => t.app.openRequests.waiting, { timeout: 15_000 }).toBeGreaterThan(0);
    await looked(t);
    pass(LIMITS.readerMs);
    await looked(t);
    await expect.poll(() => t.app.openRequests.size).toBe(0);
  });
});

describe('requests beyond a limit are refused', () => {
  test('one address with too many open requests, while others and the probes are served', async () => {
    const { open, isAlive } = await listening({
      config: { trustProxy: ['127.0.0.1'] },
      openRequests: { anAddress: 3 },
    });
    const lines: RawLine[] = [];
    for (let at = 0; at < 3; at += 1) {
      const line = await open();
      sendHalf(line, { 'x-forwarded-for': '203.0.113.7' });
      lines.push(line);
    }
    const one = async (headers: Record<string, string>) => {
      const line = await open();
      line.send(`GET ${API_BASE}/v1/auth/country/`, headers);
      return line.reply();
    };
    await expect.poll(async () => (await one({ 'x-forwarded-for': '203.0.113.7' }))?.status).toBe(429);
    expect((await one({ 'x-forwarded-for': '203.0.113.8' }))?.status).toBe(200);
    expect(await isAlive()).toBe(true);
    lines[0]?.socket.destroy();
    await expect.poll(async () => (await one({ 'x-forwarded-for': '203.0.113.7' }))?.status).toBe(200);
  });

  test('a refused upload counts until its body has arrived, and is cut if the body does not end', async () => {
    const { t, open } = await listening({ openRequests: { anAddress: 2, discardedUpload: MIB } });
    const endless = { 'content-type': 'multipart/form-data; boundary=b', 'content-length': 100 * MIB };
    const lines = [await open(), await open()];
    for (const line of lines) {
      line.send(`POST ${API_BASE}/v1/handoff/photos/?connection=${randomUUID()}`, endless, '--b\r\n');
      expect((await line.reply())?.status).toBe(401);
    }
    const status = async () => {
      const line = await open();
      line.send(`GET ${API_BASE}/v1/auth/country/`, {});
      return (await line.reply())?.status;
    };
    expect(await status()).toBe(429);
    for (const line of lines) {
      line.socket.write(randomBytes(2 * MIB));
      await line.ended();
    }
    await expect.poll(() => t.app.openRequests.size).toBe(0);
    expect(await status()).toBe(200);
  });

  test('a forged client address does not count without a trusted proxy', async () => {
    const { open } = await listening({ openRequests: { anAddress: 2 } });
    for (const at of [1, 2]) sendHalf(await open(), { 'x-forwarded-for': `203.0.113.${at}` });
    await expect
      .poll(async () => {
        const line = await open();
        line.send(`GET ${API_BASE}/v1/auth/country/`, { 'x-forwarded-for': '203.0.113.9' });
        return (await line.reply())?.status;
      })
      .toBe(429);
  });

  test('all together: 503, and the probes still answer', async () => {
    const { open, isAlive } = await listening({ openRequests: { inAll: 2 }, rateLimitFactor: 0 });
    for (let at = 0; at < 2; at += 1) sendHalf(await open());
    await expect
      .poll(async () => {
        const line = await open();
        line.send(`GET ${API_BASE}/v1/auth/country/`, {});
        return line.reply();
      })
      .toMatchObject({ status: 503, code: 'unavailable' });
    expect(await isAlive()).toBe(true);
  });

  test('one person with too many concurrent uploads, while a colleague can upload', async () => {
    const { t, open } = await listening();
    const dentalCase = await createCase(t.services);
    const author = await t.as(dentalCase.author);
    const recipient = await t.as(dentalCase.recipient);
    const begin = async (client: Client) => {
      const line = await open();
      const path = await begun(client, dentalCase.id, `${randomBytes(4).toString('hex')}.qcproject`, 1000);
      sendBeginning(line, client, path, Buffer.from('half'), 1000);
      return line;
    };
    for (let at = 0; at < LIMITS.uploadsAPerson; at += 1) await begin(author);
    await expect.poll(() => t.app.openRequests.size).toBe(LIMITS.uploadsAPerson);
    expect(await (await begin(author)).reply()).toMatchObject({ status: 429, code: 'too_many_requests' });
    await begin(recipient);
    await expect.poll(() => t.app.openRequests.size).toBeGreaterThanOrEqual(LIMITS.uploadsAPerson + 1);
  });

  test('a practice of 30 people behind one address can work: event streams, uploads in parts, lists', async () => {
    const { t, open } = await listening();
    const people = await Promise.all(Array.from({ length: 30 }, () => createUser(t.services)));
    for (const person of people) {
      const client = await t.as(person);
      const { id } = await createCase(t.services, { author: person });
      for (let tab = 0; tab < 3; tab += 1) {
        const live = await open();
        live.send('GET /heclore/events/', { cookie: `cusp=${client.cookie}` });
        await once(live.socket, 'data');
      }
      const path = await begun(client, id, 'upper.qcproject', MIB);
      sendBeginning(await open(), client, path, Buffer.alloc(1000), MIB);
    }
    await expect.poll(() => t.app.openRequests.size).toBe(4 * people.length);
    const lists = await Promise.all(
      people.map(async (person) => {
        const line = await open();
        line.send(`GET ${API_BASE}/v1/cases/`, { authorization: `Bearer ${(await t.as(person)).token}` });
        return (await line.reply())?.status;
      }),
    );
    expect(new Set(lists)).toEqual(new Set([200]));
  });
});

test('a server that stops ends connections without a request, cuts half requests, and sends a begun reply whole', async () => {
  const { t, open } = await listening({ drain: { stillMs: 3000, maxMs: 60_000 } });
  const dentalCase = await createCase(t.services);
  const client = await t.as(dentalCase.author);
  const authorization = `Bearer ${client.token}`;
  const { id } = (await upload(client, dentalCase.id, randomBytes(12 * MIB), 'upper.qcproject')).json();
  const [silent, idle, stream, unfinished, reading] = await Promise.all([
    open(),
    open(),
    open(),
    open(),
    open(),
  ]);
  idle.send('GET /healthz', {});
  expect((await idle.reply())?.status).toBe(200);
  stream.send('GET /heclore/events/', { cookie: `cusp=${client.cookie}` });
  await once(stream.socket, 'data');
  sendHalf(unfinished);
  reading.socket.pause();
  reading.send(`GET ${API_BASE}/v1/files/${id}/download/`, { authorization });
  await expect.poll(() => t.app.openRequests.waiting, { timeout: 15_000 }).toBeGreaterThan(0);

  const closed = t.app.close();
  // Read right away, because a reply that stalls for three seconds is cut too.
  reading.socket.resume();
  for (const line of [silent, idle, stream]) await line.ended();
  expect((await reading.reply())?.status).toBe(200);
  await unfinished.ended();
  await closed;
});

test('incomplete bodies from one address hold no more memory than their limit, and the server answers', async () => {
  const { t, open, isAlive } = await listening();
  const body = Buffer.alloc(900_000, ' ');
  // Released buffers count until they are collected.
  const held = () => {
    collectGarbage();
    return process.memoryUsage().arrayBuffers;
  };
  const before = held();
  const lines: RawLine[] = [];
  for (let at = 0; at < 250; at += 1) {
    const line = await open();
    line.send(`POST ${API_BASE}/v1/setLang/`, { ...HALF, 'content-length': 1_000_000 }, body);
    lines.push(line);
  }
  const refused = Math.floor(LIMITS.bytesAnAddress / 1_000_000);
  const replies = await Promise.all(lines.slice(refused).map((line) => line.reply()));
  expect(new Set(replies.map((reply) => reply?.status))).toEqual(new Set([429]));
  await looked(t);
  // Buffers of refused requests are released once their sockets have closed.
  await expect
    .poll(() => held() - before, { timeout: 20_000 })
    .toBeLessThan(LIMITS.bytesAnAddress + 40 * MIB);
  expect(await isAlive()).toBe(true);
});
