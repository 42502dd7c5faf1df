import { expect, test } from 'vitest';
import { isPublicAddress, isPublicUrl, lookupPublic } from '../../platform/http/public-address.ts';
import { postPush } from './post-push.ts';

test.each([
  ['127.0.0.1', false],
  ['10.1.2.3', false],
  ['169.254.169.254', false],
  ['192.168.1.1', false],
  ['172.31.0.1', false],
  ['100.64.0.1', false],
  ['0.0.0.0', false],
  ['::1', false],
  ['::ffff:10.0.0.1', false],
  ['fe80::1', false],
  ['fd00::1', false],
  ['2002:7f00:1::', false],
  ['64:ff9b::a00:1', false],
  ['142.250.74.106', true],
  ['2a00:1450:4001:80b::200a', true],
])('%s is public: %s', (address, expected) => {
  expect(isPublicAddress(address)).toBe(expected);
});

test.each([
  'http://push.example.net/a',
  'https://localhost/a',
  'https://127.0.0.1/a',
  'https://2130706433/a',
  'https://[::1]/a',
  'https://[::ffff:127.0.0.1]/a',
  'https://push.example.net:8443/a',
  'https://user:word@push.example.net/a',
])('%s is not called in production', async (address) => {
  expect(isPublicUrl(new URL(address))).toBe(false);
  const sent = postPush(new URL(address), { headers: {}, body: Buffer.from(''), production: true });
  await expect(sent).rejects.toThrow('public internet');
});

test('a name that leads to our own network is refused when it is resolved', async () => {
  const error = await new Promise((resolve) => lookupPublic('localhost', {}, (problem) => resolve(problem)));
  expect(String(error)).toContain('private network');
  expect(isPublicUrl(new URL('https://fcm.googleapis.com/fcm/send/1'))).toBe(true);
});
