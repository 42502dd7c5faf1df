import { expect, test } from 'vitest';
import { firstNumberSystem } from './number-system.ts';

test.each([
  ['en-US', 'America/Chicago', 'Universal'],
  ['en-US', 'Pacific/Honolulu', 'Universal'],
  ['en-US', 'Europe/Berlin', 'FDI'],
  ['en-US', 'Asia/Seoul', 'FDI'],
  ['en-US', 'UTC', 'FDI'],
  ['en-CA', 'America/Toronto', 'FDI'],
  ['de', 'Europe/Berlin', 'FDI'],
])('a browser in %s at %s starts with the %s system', (language, timeZone, system) => {
  expect(firstNumberSystem(language, timeZone)).toBe(system);
});
