import { expect, test } from 'vitest';
import { regionAtSignUp, regionOf } from './region.ts';

test('a new account has its region fixed only where there are two', () => {
  expect(regionAtSignUp({ region: 'eu', otherRegionUrl: null })).toEqual({
    region: 'eu',
    region_set_at: null,
  });
  expect(regionAtSignUp({ region: 'eu', otherRegionUrl: 'https://us.cusp.example' })).toEqual({
    region: 'eu',
    region_set_at: expect.any(Date),
  });
});

test('REGION is us by default, and anything but us and eu is refused', () => {
  expect([undefined, '', 'US', 'eu'].map(regionOf)).toEqual(['us', 'us', 'us', 'eu']);
  expect(() => regionOf('asia')).toThrow('REGION must be "us" or "eu"');
});
