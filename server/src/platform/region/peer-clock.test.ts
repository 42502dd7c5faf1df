import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type JWTPayload, SignJWT } from 'jose';
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest';
import { signInAt } from '../../testing/arrivals.ts';
import { createUser } from '../../testing/factories.ts';
import { KEYS, openTwoRegions, peerAt } from '../../testing/regions.ts';
import { createMember } from '../../testing/sign-in.ts';
import { openTestApp } from '../../testing/test-app.ts';

const { eu, euUrl } = await openTwoRegions();
const PATH = '/region/known-address/';
const BODY = Buffer.from(JSON.stringify({ bucket: '0000', digest: 'A'.repeat(43) }));

/** Seconds by which the clock of the US region is ahead. */
let ahead = 0;
/** A US region whose requests reach the EU one as its wrong clock would have signed them. */
const wire = createServer(async (request, reply) => {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  const claims: JWTPayload = JSON.parse(
    Buffer.from(request.headers.authorization?.split('.')[1] ?? '', 'base64url').toString(),
  );
  for (const claim of ['iat', 'exp'] as const) claims[claim] = (claims[claim] ?? 0) + ahead;
  const answer = await fetch(euUrl + request.url, {
    method: 'POST',
    headers: { authorization: `Region ${await sign(claims)}`, 'content-type': 'application/json' },
    body: Buffer.concat(parts),
  });
  reply.writeHead(answer.status, Object.fromEntries(answer.headers)).end(await answer.text());
}).listen(0, '127.0.0.1');
await once(wire, 'listening');
const wireUrl = `http://127.0.0.1:${(wire.address() as AddressInfo).port}`;
const us = await openTestApp({ config: { otherRegionUrl: euUrl, peer: peerAt(wireUrl, 'us') } });
afterAll(() => {
  wire.closeAllConnections();
  wire.close();
});
afterEach(() => {
  vi.restoreAllMocks();
  ahead = 0;
});

const sign = (claims: JWTPayload, key = KEYS.us.privateKey) =>
  new SignJWT(claims).setProtectedHeader({ alg: 'EdDSA' }).sign(key);
const claimsOf = (changes: JWTPayload = {}): JWTPayload => {
  const now = Math.floor(Date.now() / 1000);
  return {
    htm: 'POST',
    htu: PATH,
    body: createHash('sha256').update(BODY).digest('base64url'),
    iss: 'us',
    aud: 'eu',
    iat: now,
    exp: now + 60,
    jti: crypto.randomUUID(),
    ...changes,
  };
};
const send = (token: string) =>
  fetch(euUrl + PATH, {
    method: 'POST',
    headers: { authorization: `Region ${token}`, 'content-type': 'application/json' },
    body: BODY,
  });
const FOREIGN = 'it is not signed by the other region for this call';
const inSeconds = (seconds: number) => Math.floor(Date.now() / 1000) + seconds;

describe('a request between regions gets 401 and the reason', () => {
  test.each<[string, string, () => Promise<string>]>([
    ['forged', FOREIGN, () => sign(claimsOf(), KEYS.stranger.privateKey)],
    ['signed by the region that it asks', FOREIGN, () => sign(claimsOf(), KEYS.eu.privateKey)],
    ['for the other direction', FOREIGN, () => sign(claimsOf({ iss: 'eu', aud: 'us' }))],
    ['for another call', FOREIGN, () => sign(claimsOf({ htu: '/region/visit/' }))],
    ['for another body', FOREIGN, () => sign(claimsOf({ body: 'A'.repeat(43) }))],
    ['that never expires', FOREIGN, () => sign(claimsOf({ exp: undefined }))],
    [
      'that expired',
      'it was signed about 90 s before the time of this region: too late, or a clock is wrong',
      () => sign(claimsOf({ iat: inSeconds(-90), exp: inSeconds(-30) })),
    ],
    [
      'that is new and claims a longer life',
      'it claims to be valid for more than 60 s',
      () => sign(claimsOf({ exp: inSeconds(600) })),
    ],
    [
      'that is old and claims a longer life',
      'it was signed about 90 s before the time of this region: too late, or a clock is wrong',
      () => sign(claimsOf({ iat: inSeconds(-90), exp: inSeconds(600) })),
    ],
    [
      'from the future',
      'it was signed about 300 s after the time of this region: too late, or a clock is wrong',
      () => sign(claimsOf({ iat: inSeconds(300), exp: inSeconds(360) })),
    ],
  ])('%s', async (_what, reason, token) => {
    const reply = await send(await token());
    expect([reply.status, reply.headers.get('www-authenticate')]).toEqual([
      401,
      `Region error_description="${reason}"`,
    ]);
    expect(await reply.json()).toMatchObject({ code: 'not_signed_in' });
  });

  test('repeated, also when it is sent many times at once', async () => {
    const token = await sign(claimsOf());
    const replies = await Promise.all([send(token), send(token), send(token)]);
    const reasons = replies.map(({ status, headers }) => [status, headers.get('www-authenticate')]);
    const again = [401, 'Region error_description="it was sent before"'];
    expect(reasons.sort()).toEqual([[200, null], again, again]);
  });
});

describe.each([
  ['ahead', 300, '300 s after'],
  ['behind', -300, '300 s before'],
])('while the clock of one region is five minutes %s', (_side, seconds, shown) => {
  test('people see that nothing can be checked now, and the log names the reason', async () => {
    const client = await us.as(await createUser(us.services));
    const invite = () =>
      client.post('/v1/connections/0/request/', { email: 'far@eu.example', text: 'Hello' });
    ahead = seconds;
    const warn = vi.spyOn(us.services.log, 'warn');
    const refused = await invite();
    expect([refused.statusCode, refused.json().code]).toEqual([503, 'region_unreachable']);
    expect(refused.json().detail).toMatch(/cannot be checked right now/);
    const logged = warn.mock.calls.map(([what]) => String((what as unknown as { err: Error }).err.message));
    expect(logged).toEqual([expect.stringContaining(shown)]);
    ahead = 0;
    expect((await invite()).statusCode).toBe(200);
  });

  test('a sign-in there gets the answer of a wrong password, and one here works', async () => {
    const [here, there] = [await createMember(us), await createMember(eu, { region: 'eu' })];
    ahead = seconds;
    const replies = [
      await signInAt(us, { username: there.email }),
      await signInAt(us, { username: 'nobody@eu.example' }),
    ];
    expect(replies.map(({ statusCode, body }) => [statusCode, JSON.parse(body).code])).toEqual(
      Array(2).fill([401, 'wrong_credentials']),
    );
    expect((await signInAt(us, { username: here.email })).statusCode).toBe(200);
  });
});
