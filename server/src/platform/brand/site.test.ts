import { expect, test } from 'vitest';
import { originalOriginOf, otherRegionOfBrand, otherRegionOrigins } from './site.ts';

const config = {
  sites: ['https://cusp.example', 'https://arcline.example:8443'],
  otherRegionUrl: 'https://eu.cusp.example',
  otherRegionBrandUrls: ['https://eu.arcline.example:8443', 'https://campus.eu.cusp.example'],
};

test.each([
  ['arcline.example:8443', 'https://arcline.example:8443'],
  ['ARCLINE.example:8443', 'https://arcline.example:8443'],
  ['eu.cusp.example', 'https://eu.cusp.example'],
  ['eu.arcline.example:8443', 'https://eu.arcline.example:8443'],
])('%s is a site of ours', (named, origin) =>
  expect(originalOriginOf(config, named, 'cusp.example')).toBe(origin),
);

test.each([
  'evil.example',
  'arcline.example',
  'arcline.example:8443@evil.example',
  'arcline.example:8443/../evil.example',
  'arcline.example:8443.evil.example',
  '//evil.example',
  'https://arcline.example:8443',
  'javascript:alert(1)',
  '',
  undefined,
])('%j is not followed', (named) => expect(originalOriginOf(config, named, 'cusp.example')).toBeNull());

test('nobody is sent to the host they are already on', () =>
  expect(originalOriginOf(config, 'cusp.example', 'CUSP.example')).toBeNull());

test.each([
  ['cusp', 'https://eu.cusp.example'],
  ['cusp-campus', 'https://campus.eu.cusp.example'],
  ['arcline', 'https://eu.arcline.example:8443'],
  ['verdent', 'https://eu.cusp.example'],
])('people of %s find the other region at %s', (key, address) =>
  expect(otherRegionOfBrand(config, key)).toBe(address),
);

test('a single region has no other origins', () => {
  const alone = { otherRegionUrl: null, otherRegionBrandUrls: [] };
  expect([otherRegionOfBrand(alone, 'arcline'), otherRegionOrigins(alone)]).toEqual([null, []]);
});
