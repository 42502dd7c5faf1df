import { Period } from '@cusp/contract/dashboard';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { startOf } from './periods.ts';

const at = (text: string) => new Date(text);
const minutesAhead = fc.integer({ min: -840, max: 840 });

test.each([
  ['2026-11-16T00:00:00Z', '2026-11-16T00:00:00.000Z'],
  ['2026-11-18T15:00:00Z', '2026-11-16T00:00:00.000Z'],
  ['2026-11-22T23:59:59Z', '2026-11-16T00:00:00.000Z'],
  ['2027-01-01T12:00:00Z', '2026-12-28T00:00:00.000Z'],
])('the week of %s begins on Monday', (now, expected) => {
  expect(startOf('thisweek', 0, at(now)).toISOString()).toBe(expected);
});

test('the other periods', () => {
  const now = at('2026-03-01T10:30:00Z');
  expect(startOf('week', 0, now).toISOString()).toBe('2026-02-22T10:30:00.000Z');
  expect(startOf('thismonth', 0, now).toISOString()).toBe('2026-03-01T00:00:00.000Z');
  expect(startOf('month', 0, now).toISOString()).toBe('2026-01-30T10:30:00.000Z');
});

test.each([
  ['thisweek', 540, '2026-11-15T15:30:00Z', '2026-11-15T15:00:00.000Z'],
  ['thismonth', 540, '2026-10-31T15:30:00Z', '2026-10-31T15:00:00.000Z'],
  ['thismonth', -480, '2026-12-01T07:30:00Z', '2026-11-01T08:00:00.000Z'],
] as const)('%s begins at midnight of a clock %i minutes ahead', (period, ahead, now, expected) => {
  expect(startOf(period, ahead, at(now)).toISOString()).toBe(expected);
});

test('no period begins later than now or longer ago than 31 days', () => {
  const moments = fc.date({ min: at('2000-01-01'), max: at('2100-01-01'), noInvalidDate: true });
  fc.assert(
    fc.property(moments, fc.constantFrom(...Period.options), minutesAhead, (now, period, ahead) => {
      const ago = now.getTime() - startOf(period, ahead, now).getTime();
      expect(ago).toBeGreaterThanOrEqual(0);
      expect(ago).toBeLessThan(31 * 24 * 3600 * 1000);
    }),
  );
});
