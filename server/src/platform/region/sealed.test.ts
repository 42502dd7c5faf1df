import { CompactEncrypt } from 'jose';
import { describe, expect, test } from 'vitest';
import { peerAt, SEAL_KEYS } from '../../testing/regions.ts';
import { openSealed, seal } from './sealed.ts';

const US = peerAt('http://127.0.0.1', 'us');
const EU = peerAt('http://127.0.0.1', 'eu');
const CARRIER = { id: '0b2f3c64-7d4b-4a55-9d83-2f7f4f6c8b11', path: '/region/sign-in/' };
const PAYLOAD = { username: 'ada@clinic.example', password: 'three brown molars' };

const sealed = await seal(US, 'us', CARRIER, PAYLOAD);

test('a sealed payload shows nothing of its content and opens in the other region only', async () => {
  const shown = sealed.split('.').map((part) => Buffer.from(part, 'base64url').toString('latin1'));
  for (const text of Object.values(PAYLOAD)) expect(shown.join()).not.toContain(text);
  expect(await openSealed(EU, 'eu', CARRIER, sealed)).toEqual(PAYLOAD);
  expect(await openSealed(US, 'us', CARRIER, sealed)).toBeUndefined();
});

test('a sealed text can be opened with both keys while one is being replaced', async () => {
  const both = { openingKeys: [SEAL_KEYS.stranger.privateKey, SEAL_KEYS.eu.privateKey] };
  const toNew = await seal({ sealingKey: SEAL_KEYS.stranger.publicKey }, 'us', CARRIER, PAYLOAD);
  for (const text of [sealed, toNew]) expect(await openSealed(both, 'eu', CARRIER, text)).toEqual(PAYLOAD);
});

describe('refuses', () => {
  test.each([
    ['a payload of another request', { ...CARRIER, id: '5d0f2a51-5f0c-4a1c-9a3e-6f3a8d3c2b10' }],
    ['a payload for another call', { ...CARRIER, path: '/region/other/' }],
  ])('%s', async (_what, carrier) => {
    expect(await openSealed(EU, 'eu', carrier, sealed)).toBeUndefined();
  });

  const [header, ...rest] = sealed.split('.');
  const changed = Buffer.from(JSON.stringify({ ...JSON.parse(atob(String(header))), jti: 'x' }));
  const headed = (alg: string, enc: string, text: string) =>
    new CompactEncrypt(Buffer.from(text))
      .setProtectedHeader({ alg, enc, iss: 'us', aud: 'eu', htu: CARRIER.path, jti: CARRIER.id })
      .encrypt(SEAL_KEYS.eu.publicKey);
  test.each<[string, () => string | Promise<string>]>([
    ['nothing', () => ''],
    ['text', () => 'nonsense'],
    ['a changed header', () => [changed.toString('base64url'), ...rest].join('.')],
    ['changed content', () => `${sealed.slice(0, -3)}AAA`],
    [
      'a payload sealed for a stranger',
      () => seal({ sealingKey: SEAL_KEYS.stranger.publicKey }, 'us', CARRIER, 1),
    ],
    ['a payload of its own', () => seal({ sealingKey: SEAL_KEYS.eu.publicKey }, 'eu', CARRIER, 1)],
    ['another way to agree on a key', () => headed('ECDH-ES', 'A256GCM', '1')],
    ['another cipher', () => headed('ECDH-ES+A256KW', 'A128GCM', '1')],
    ['content that is no JSON', () => headed('ECDH-ES+A256KW', 'A256GCM', '{')],
  ])('%s', async (_what, text) => {
    expect(await openSealed(EU, 'eu', CARRIER, await text())).toBeUndefined();
  });
});
