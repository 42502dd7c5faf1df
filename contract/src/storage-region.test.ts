import { expect, test } from 'vitest';
import {
  asksForRegion,
  fixesRegion,
  regionOfCountry,
  regionOfSid,
  SERVER_LOCS,
  sidOf,
} from './storage-region.ts';

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

const free = { isAsked: true, isSet: false, country: 'US', serverLoc: 'US' } as const;

test.each([
  [true, 'https://eu.cusp.example', true],
  [true, null, false],
  [false, 'https://eu.cusp.example', false],
] as const)('cloud brand %j with the other region at %j asks: %j', (isCloud, otherRegionUrl, asks) => {
  expect(asksForRegion({ isCloud, otherRegionUrl })).toBe(asks);
});

test('the region is fixed once, where people choose it, if the data is already there', () => {
  expect(fixesRegion(free)).toBe(true);
  expect(fixesRegion({ ...free, country: 'DE', serverLoc: 'EU' })).toBe(true);
});

test.each([{ isAsked: false }, { isSet: true }, { country: 'DE' }, { serverLoc: 'EU' as const }])(
  '%j does not fix it',
  (change) => expect(fixesRegion({ ...free, ...change })).toBe(false),
);

test.each([
  ['RVU', 'EU'],
  ['VVM', 'US'],
  [btoa('EU'), 'EU'],
])('sid %j names %s', (sid, region) => expect(regionOfSid(sid)).toBe(region));

test.each(['', '=', 'VV', 'V', 'nonsense', '%', 'RVU>', 'rvu', btoa('eu')])('sid %j names no region', (sid) =>
  expect(regionOfSid(sid)).toBeNull(),
);

test('the sid of a region names it', () => {
  for (const region of SERVER_LOCS) expect(regionOfSid(sidOf(region))).toBe(region);
});
