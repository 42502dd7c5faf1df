import { expect, test } from 'vitest';
import { askedPage, rangeText } from './Pager.tsx';

test.each([
  [1, 20, 0, '0 - 0 / 0'],
  [1, 20, 7, '1 - 7 / 7'],
  [2, 20, 60, '21 - 40 / 60'],
  [3, 20, 41, '41 - 41 / 41'],
  [617, 20, 12345, '12,321 - 12,340 / 12,345'],
])('page %d of %d with %d rows', (number, num_per_page, total_num, text) =>
  expect(rangeText({ number, num_per_page, total_num }, 'en')).toBe(text),
);

const PAGE = { num_per_page: 20, total_num: 60, num_pages: 3, page_range: [1, 2, 3] };

test.each([
  [2, { number: 2, has_previous: true, has_next: true }],
  [3, { number: 3, has_previous: true, has_next: false }],
  [9, { number: 3, has_previous: true, has_next: false }],
  [1, { number: 1, has_previous: false, has_next: true }],
])('askedPage describes page %d while it loads', (asked, shown) =>
  expect(askedPage({ ...PAGE, number: 1, has_previous: false, has_next: true }, asked)).toEqual({
    ...PAGE,
    ...shown,
  }),
);
