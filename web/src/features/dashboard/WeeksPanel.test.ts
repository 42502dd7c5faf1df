import fc from 'fast-check';
import { expect, test } from 'vitest';
import { topOf, weekAfter } from './WeeksPanel.tsx';

const weeks = (...sent: number[]) => sent.map((each) => ({ day: '2026-11-16', sent: each, completed: 0 }));

test.each([
  [0, 2],
  [1, 2],
  [3, 4],
  [7, 8],
  [10, 10],
  [11, 20],
  [41, 60],
  [99, 100],
  [2001, 4000],
])('a highest bar of %i gets an axis up to %i', (most, top) => expect(topOf(weeks(most, 0))).toBe(top));

test('the axis fits every bar, is at most four times the highest, and is even', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1e7 }), (most) => {
      const top = topOf(weeks(most));
      expect(top).toBeGreaterThanOrEqual(most);
      expect(top).toBeLessThanOrEqual(Math.max(2, most * 4));
      expect(top % 2).toBe(0);
    }),
  );
});

test('arrow keys, Home and End move along the weeks and stop at the ends', () => {
  const three = weeks(1, 2, 3);
  expect(weekAfter('ArrowLeft', 2, three)).toBe(1);
  expect(weekAfter('ArrowLeft', 0, three)).toBe(0);
  expect(weekAfter('ArrowRight', 2, three)).toBe(2);
  expect(weekAfter('Home', 2, three)).toBe(0);
  expect(weekAfter('End', 0, three)).toBe(2);
  expect(weekAfter('Tab', 0, three)).toBeNull();
});
