import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, test } from 'vitest';
import { signRequest } from '../../platform/region/signed-request.ts';
import { createUser } from '../../testing/factories.ts';
import { KEYS, openTwoRegions, peerAt } from '../../testing/regions.ts';
import { formOf } from '../../testing/sign-in.ts';
import { openAppForTest, type TestApp } from '../../testing/test-app.ts';

const { us, eu, euUrl } = await openTwoRegions();
const PATH = '/region/known-address/';
const ELSEWHERE = 'user not in the same region';

const ask = (t: TestApp, user: { id: number }, form: 'signup' | 'groupUser', email: string) =>
  t
    .as(user)
    .then((client) =>
      client.request('POST', `/v1/auth/validate/?form=${form}&field=email`, formOf({ email })),
    );
const invite = async (t: TestApp, user: { id: number }, email: string) =>
  (await t.as(user)).post('/v1/connections/0/request/', { email, alias: '', text: 'Hello' });

describe('a call between regions', () => {
  const body = Buffer.from(JSON.stringify({ bucket: '0000', digest: 'A'.repeat(43) }));
  const send = (authorization: string, bytes = body) =>
    fetch(euUrl + PATH, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: bytes,
    });
  const signed = (bytes = body, key = KEYS.us) =>
    signRequest(key, 'us', { method: 'POST', path: PATH, body: bytes }).then((token) => `Region ${token}`);

  test('a call between regions is refused without a signature, with a stranger’s, and with another body', async () => {
    const refused = [
      await send(''),
      await send('Region nonsense'),
      await send(await signed(body, KEYS.stranger)),
      await send(await signed(), Buffer.from('{}')),
      await send((await signed()).replace('Region', 'Bearer')),
    ];
    expect(refused.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401]);
  });

  test('a call between regions is answered once, however often it is sent', async () => {
    const token = await signed();
    const replies = await Promise.all([send(token), send(token), send(token)]);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 401, 401]);
    expect((await send(token)).status).toBe(401);
  });

  test.each(['', 'no json', '{"bucket":"zzzz","digest":""}', '[]'])(
    'with the body %j gets 400',
    async (text) => {
      const bytes = Buffer.from(text);
      expect((await send(await signed(bytes), bytes)).status).toBe(400);
    },
  );

  test('a call between regions does not exist where no other region is configured', async () => {
    const alone = await openAppForTest();
    const reply = await alone.app.inject({ method: 'POST', url: PATH, payload: {} });
    expect(reply.statusCode).toBe(404);
  });

  test('a call between regions is not open to people', async () => {
    const client = await eu.as(await createUser(eu.services, { region: 'eu' }));
    const reply = await eu.app.inject({
      method: 'POST',
      url: PATH,
      headers: { authorization: `Bearer ${client.token}` },
      payload: { bucket: '0000', digest: 'A'.repeat(43) },
    });
    expect(reply.statusCode).toBe(401);
  });
});

describe('people of the other region', () => {
  test('people of the other region cannot be connected with or invited into a group', async () => {
    const [here, there] = [await createUser(us.services), await createUser(eu.services, { region: 'eu' })];
    await (await us.as(here)).post('/v1/group/new/', { name: 'Praxis' });
    for (const email of [there.email, ` ${there.email.toUpperCase()} `])
      for (const form of ['signup', 'groupUser'] as const)
        expect((await ask(us, here, form, email)).json()).toEqual({ error_message: [ELSEWHERE] });
    const reply = await invite(us, here, there.email);
    expect([reply.statusCode, reply.json().code]).toEqual([400, 'not_same_region']);
    const asked = us.services.db.selectFrom('connection').selectAll().where('owner_id', '=', here.id);
    expect(await asked.execute()).toEqual([]);
  });

  test('a request that is sent again is refused if its address has an account in the other region by now', async () => {
    const here = await createUser(us.services);
    const email = `later-${here.id}@clinic.example`;
    expect((await invite(us, here, email)).statusCode).toBe(200);
    const { id } = await us.services.db
      .selectFrom('connection')
      .select('id')
      .where('owner_id', '=', here.id)
      .executeTakeFirstOrThrow();
    const again = async () =>
      (await us.as(here)).post(`/v1/connections/${id}/request/`, { email: '', alias: '', text: '' });
    expect((await again()).statusCode).toBe(200);
    await createUser(eu.services, { region: 'eu', email, email_key: email });
    const refused = await again();
    expect([refused.statusCode, refused.json().code]).toEqual([400, 'not_same_region']);
  });

  test('people of the other region are found from the other side too', async () => {
    const [here, there] = [await createUser(us.services), await createUser(eu.services, { region: 'eu' })];
    expect((await ask(eu, there, 'signup', here.email)).json()).toEqual({ error_message: [ELSEWHERE] });
  });

  test('people of the other region whose account was deleted can be invited again', async () => {
    const here = await createUser(us.services);
    const gone = await createUser(eu.services, { region: 'eu', deleted_at: new Date() });
    expect((await ask(us, here, 'signup', gone.email)).json()).toEqual({});
  });
});

test('unknown addresses and people of one’s own region are asked as before', async () => {
  const [here, mate] = [await createUser(us.services), await createUser(us.services)];
  expect((await ask(us, here, 'signup', 'nobody@clinic.example')).json()).toEqual({});
  expect((await invite(us, here, 'nobody@clinic.example')).statusCode).toBe(200);
  expect((await invite(us, here, mate.email)).statusCode).toBe(200);
});

describe('while the other region', () => {
  const HOW: Record<string, (socket: import('node:net').Socket) => void> = {
    'drops the connection': (socket) => socket.destroy(),
    'sends half an answer': (socket) =>
      socket.end('HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 99\r\n\r\n{"kno'),
    'answers with something else': (socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}'),
    redirects: (socket) =>
      socket.end(`HTTP/1.1 307 Go\r\nlocation: ${euUrl}${PATH}\r\ncontent-length: 0\r\n\r\n`),
    fails: (socket) => socket.end('HTTP/1.1 500 No\r\ncontent-length: 0\r\n\r\n'),
  };

  test.each(Object.entries(HOW))(
    '%s, home works and the look-up says that it cannot be made',
    async (_, how) => {
      const server = createServer((request) => how(request.socket));
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      const lone = await openAppForTest({ config: { otherRegionUrl: url, peer: peerAt(url, 'us') } });
      const [here, mate] = [await createUser(lone.services), await createUser(lone.services)];
      const reply = await ask(lone, here, 'signup', 'somebody@clinic.example');
      expect([reply.statusCode, reply.json().code]).toEqual([503, 'region_unreachable']);
      expect((await invite(lone, here, 'somebody@clinic.example')).statusCode).toBe(503);
      expect(await lone.services.db.selectFrom('connection').selectAll().execute()).toEqual([]);
      expect((await invite(lone, here, mate.email)).statusCode).toBe(200);
      server.close();
    },
  );
});
