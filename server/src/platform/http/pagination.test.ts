import { expect, test } from 'vitest';
import { pageOf, pageWithin } from './pagination.ts';

const range = (number: number, pages: number) => pageOf(number, pages * 10, 10).page_range;

test('an empty list has one empty page', () => {
  expect(pageOf(1, 0, 25)).toEqual({
    number: 1,
    num_per_page: 25,
    total_num: 0,
    num_pages: 1,
    has_previous: false,
    has_next: false,
    page_range: [1],
  });
});

test('the last page is the last one with rows', () => {
  expect(pageOf(2, 50, 25)).toMatchObject({ num_pages: 2, has_next: false, has_previous: true });
  expect(pageOf(2, 51, 25)).toMatchObject({ num_pages: 3, has_next: true });
  expect(pageWithin(9, 51, 25)).toBe(3);
  expect(pageWithin(1, 0, 25)).toBe(1);
});

test.each([
  [1, 3, [1, 2, 3]],
  [1, 5, [1, 2, 3, 4, 5]],
  [1, 6, [1, 2, 3, '…', 6]],
  [5, 9, [1, 2, 3, 4, 5, 6, 7, 8, 9]],
  [6, 12, [1, '…', 4, 5, 6, 7, 8, '…', 12]],
  [12, 12, [1, '…', 10, 11, 12]],
])('page %i of %i shows %j', (number, pages, expected) => {
  expect(range(number, pages)).toEqual(expected);
});
