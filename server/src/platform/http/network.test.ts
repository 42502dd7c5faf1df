import fc from 'fast-check';
import { expect, test } from 'vitest';
import { networkOf } from './network.ts';

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:0DB8:0001:0002::1', '2001:db8:1:2'],
  ['2001:db8::', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
  ['fe80::1%eth0', 'fe80:0:0:0'],
])('%s is in %s', (ip, network) => expect(networkOf(ip)).toBe(network));

test('a connection that has closed has no address, which is a network of its own', () =>
  expect(networkOf(undefined)).toBe(''));

test('addresses of one /64 count as one network, of two as two', () => {
  const group = fc.nat(0xffff).map((number) => number.toString(16));
  const half = fc.tuple(group, group, group, group).map((groups) => groups.join(':'));
  fc.assert(
    fc.property(half, half, half, (place, a, b) => {
      expect(networkOf(`${place}:${a}`)).toBe(networkOf(`${place}:${b}`));
      if (place !== a) expect(networkOf(`${place}:${b}`)).not.toBe(networkOf(`${a}:${b}`));
    }),
  );
});
