import { SignJWT } from 'jose';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { KEYS, peerAt } from '../../testing/regions.ts';
import { signRequest, verifyRequest } from './signed-request.ts';

const REQUEST = { method: 'POST', path: '/region/known-address/', body: Buffer.from('{"a":1}') };
const US = peerAt('http://127.0.0.1', 'us');
const EU = peerAt('http://127.0.0.1', 'eu');
const ID = '0b2f3c64-7d4b-4a55-9d83-2f7f4f6c8b11';

const FOREIGN = { refused: 'it is not signed by the other region for this call' };

afterEach(() => vi.useRealTimers());

test('a signed request is accepted by the other region only', async () => {
  const token = await signRequest(US, 'us', REQUEST);
  const verified = await verifyRequest(EU, 'eu', token, REQUEST);
  expect('until' in verified && verified.until.getTime()).toBeGreaterThan(Date.now() + 59_000);
  expect(await verifyRequest(US, 'us', token, REQUEST)).toEqual(FOREIGN);
});

test('signatures by both keys are accepted while one is being replaced', async () => {
  const both = { publicKeys: [KEYS.stranger.publicKey, KEYS.us.publicKey] };
  for (const { privateKey } of [KEYS.us, KEYS.stranger])
    expect(
      await verifyRequest(both, 'eu', await signRequest({ privateKey }, 'us', REQUEST), REQUEST),
    ).toHaveProperty('id');
});

describe('refuses', () => {
  test.each([
    ['a request signed by a stranger', () => signRequest(KEYS.stranger, 'us', REQUEST)],
    ['another method', () => signRequest(US, 'us', { ...REQUEST, method: 'GET' })],
    ['another path', () => signRequest(US, 'us', { ...REQUEST, path: '/region/other/' })],
    ['another body', () => signRequest(US, 'us', { ...REQUEST, body: Buffer.from('{"a":2}') })],
    ['a request of its own', () => signRequest({ privateKey: KEYS.us.privateKey }, 'eu', REQUEST)],
    ['no token', async () => ''],
    ['an unsigned token', async () => 'eyJhbGciOiJub25lIn0.eyJpc3MiOiJ1cyJ9.'],
  ])('%s', async (_what, sign) => {
    expect(await verifyRequest(EU, 'eu', await sign(), REQUEST)).toEqual(FOREIGN);
  });

  test.each([
    ['a minute and a half old', 90, 'before'],
    ['from a clock five minutes ahead', -300, 'after'],
    ['from a clock five minutes behind', 300, 'before'],
  ])('a request %s, and says so only to who signed it', async (_what, seconds, side) => {
    const now = Date.now();
    vi.useFakeTimers({ now: now - seconds * 1000, toFake: ['Date'] });
    const token = await signRequest(US, 'us', REQUEST);
    const forged = await signRequest(KEYS.stranger, 'us', REQUEST);
    vi.setSystemTime(now);
    expect(await verifyRequest(EU, 'eu', token, REQUEST)).toEqual({
      refused: expect.stringContaining(`signed about ${Math.abs(seconds)} s ${side} the time`),
    });
    expect(await verifyRequest(EU, 'eu', forged, REQUEST)).toEqual(FOREIGN);
  });

  test.each([
    ['without an id', (jwt: SignJWT) => jwt],
    ['with an id that is no UUID', (jwt: SignJWT) => jwt.setJti("'; drop table region_request")],
  ])('a request %s', async (_what, change) => {
    const { createHash } = await import('node:crypto');
    const body = createHash('sha256').update(REQUEST.body).digest('base64url');
    const jwt = new SignJWT({ htm: 'POST', htu: REQUEST.path, body })
      .setProtectedHeader({ alg: 'EdDSA' })
      .setIssuer('us')
      .setAudience('eu')
      .setIssuedAt()
      .setExpirationTime('60s');
    const sign = (each: SignJWT) => each.sign(KEYS.us.privateKey);
    expect(await verifyRequest(EU, 'eu', await sign(change(jwt)), REQUEST)).toEqual(FOREIGN);
    expect(await verifyRequest(EU, 'eu', await sign(jwt.setJti(ID)), REQUEST)).toMatchObject({ id: ID });
  });
});
