import { expect, test } from 'vitest';
import { fixesRegion, regionOfCountry } from './storage-region.ts';

test.each([
  ['DE', 'EU'],
  ['PL', 'EU'],
  ['CH', 'EU'],
  ['GB', 'EU'],
  ['RE', 'EU'],
  ['US', 'US'],
  ['KR', 'US'],
  ['BR', 'US'],
  ['', 'US'],
])('people in %s have their data in the %s region', (country, region) => {
  expect(regionOfCountry(country)).toBe(region);
});

const free = { isCloud: true, isSet: false, country: 'US', serverLoc: 'US' } as const;

test('the region is fixed once, on cloud brands, if the data is already there', () => {
  expect(fixesRegion(free)).toBe(true);
  expect(fixesRegion({ ...free, country: 'DE', serverLoc: 'EU' })).toBe(true);
});

test.each([{ isCloud: false }, { isSet: true }, { country: 'DE' }, { serverLoc: 'EU' as const }])(
  '%j does not fix it',
  (change) => expect(fixesRegion({ ...free, ...change })).toBe(false),
);
