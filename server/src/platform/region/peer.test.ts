import { execFileSync } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { peerOf } from './peer.ts';
import { openSealed, seal } from './sealed.ts';
import { signRequest, verifyRequest } from './signed-request.ts';

const SCRIPT = join(import.meta.dirname, '../../../../scripts/region-keys.mjs');
const settingsOf = (block: string) =>
  Object.fromEntries(
    block
      .split('\n')
      .filter((line) => !line.startsWith('#'))
      .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  );

const [us = {}, eu = {}] = execFileSync(process.execPath, [SCRIPT], { encoding: 'utf8' })
  .trim()
  .split('\n\n')
  .map(settingsOf);
const US = { ...us, OTHER_REGION_URL: 'https://eu.cusp.example/' };
const EU = { ...eu, OTHER_REGION_URL: 'https://us.cusp.example' };
const LIVE = { production: true };

test('the printed keys of both regions fit each other', async () => {
  const [own, other] = [peerOf(US, LIVE), peerOf(EU, LIVE)];
  expect(own?.url).toBe('https://eu.cusp.example');
  expect(own?.lookUpKey).toEqual(other?.lookUpKey);
  const request = { method: 'POST', path: '/region/x/', body: Buffer.alloc(0) };
  if (!own || !other) throw new Error('no peer');
  expect(await verifyRequest(other, 'eu', await signRequest(own, 'us', request), request)).toHaveProperty(
    'id',
  );
  const carrier = { id: 'a', path: '/region/x/' };
  expect(await openSealed(other, 'eu', carrier, await seal(own, 'us', carrier, 5))).toBe(5);
});

test('no other region is configured without keys', () => {
  expect(peerOf({ OTHER_REGION_URL: 'https://eu.cusp.example' }, LIVE)).toBeNull();
});

test('the servers may have an address of their own', () => {
  const internal = { ...US, OTHER_REGION_INTERNAL_URL: 'https://eu.internal:8443/' };
  expect(peerOf(internal, LIVE)?.url).toBe('https://eu.internal:8443');
});

const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 })
  .privateKey.export({ format: 'der', type: 'pkcs8' })
  .toString('base64');

test.each([
  ['a missing address', { OTHER_REGION_URL: '' }, 'also need OTHER_REGION_URL'],
  ['a missing key', { REGION_LOOKUP_KEY: '' }, 'also need REGION_LOOKUP_KEY'],
  ['an address without TLS', { OTHER_REGION_URL: 'http://eu.cusp.example' }, 'need an https:// address'],
  ['a damaged key', { REGION_PRIVATE_KEY: 'c2VjcmV0' }, 'REGION_PRIVATE_KEY is not an Ed25519 key'],
  ['an RSA key', { REGION_PRIVATE_KEY: rsa }, 'REGION_PRIVATE_KEY is not an Ed25519 key'],
  [
    'a damaged public key',
    { OTHER_REGION_PUBLIC_KEYS: 'x' },
    'OTHER_REGION_PUBLIC_KEYS is not an Ed25519 key',
  ],
  ['a missing key for sealing', { OTHER_REGION_SEAL_KEY: '' }, 'also need OTHER_REGION_SEAL_KEY'],
  ['a signing key for sealing', { REGION_SEAL_KEYS: us.REGION_PRIVATE_KEY }, 'is not an X25519 key'],
  ['a short look-up key', { REGION_LOOKUP_KEY: 'c2hvcnQ=' }, 'fewer than 32 bytes'],
])('a start with %s is refused', (_what, change, reason) => {
  expect(() => peerOf({ ...US, ...change }, LIVE)).toThrow(reason);
});

test.each(['OTHER_REGION_PUBLIC_KEYS', 'REGION_SEAL_KEYS'])('a third key in %s is refused', (name) => {
  const key = us[name];
  expect(() => peerOf({ ...US, [name]: [key, key, key].join(',') }, LIVE)).toThrow('more than 2 keys');
});
