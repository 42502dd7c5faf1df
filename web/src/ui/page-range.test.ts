import { expect, test } from 'vitest';
import { rangeText } from './page-range.ts';

test.each([
  [1, 20, 0, '0 - 0 / 0'],
  [1, 20, 7, '1 - 7 / 7'],
  [2, 20, 60, '21 - 40 / 60'],
  [3, 20, 41, '41 - 41 / 41'],
])('page %d of %d with %d rows', (number, num_per_page, total_num, text) =>
  expect(rangeText({ number, num_per_page, total_num })).toBe(text),
);
