import { expect, test } from 'vitest';
import { biteOf } from './contact-map.ts';

const many = (count: number, distance: number) => Array.from({ length: count }, () => distance);

test('jaws that touch in places are in bite, even with a little penetration', () => {
  expect(biteOf([...many(900, 0.8), ...many(80, 0.02), ...many(40, -0.1), ...many(20, -0.7)])).toBe('closed');
});

test('jaws that come nowhere near each other are apart', () => {
  expect(biteOf([...many(500, 1.6), ...many(5000, Number.NaN)])).toBe('apart');
  expect(biteOf([])).toBe('apart');
});

test('jaws with much of one inside the other are through each other', () => {
  expect(biteOf([...many(300, 0.5), ...many(200, -1.5)])).toBe('through');
});
