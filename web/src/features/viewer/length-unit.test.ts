import { expect, test } from 'vitest';
import { formatLength } from './length-unit.ts';

test.each([
  [12.345, 'en', 'mm', '12.35 mm'],
  [12.345, 'en', 'cm', '1.23 cm'],
  [1234.5, 'de', 'mm', '1.234,50 mm'],
  [7, 'de', 'cm', '0,70 cm'],
  [-0.004, 'en', 'mm', '0.00 mm'],
  [-1.2, 'en', 'mm', '-1.20 mm'],
] as const)('%f mm is shown in %s as %s', (millimetres, language, unit, text) => {
  expect(formatLength(millimetres, language, unit)).toBe(text);
});
