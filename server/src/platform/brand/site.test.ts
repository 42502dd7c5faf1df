import { expect, test } from 'vitest';
import { originalOriginOf } from './site.ts';

const config = {
  sites: ['https://cusp.example', 'https://arcline.example:8443'],
  otherRegionUrl: 'https://eu.cusp.example',
};

test.each([
  ['arcline.example:8443', 'https://arcline.example:8443'],
  ['ARCLINE.example:8443', 'https://arcline.example:8443'],
  ['eu.cusp.example', 'https://eu.cusp.example'],
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
