import { Period } from '@cusp/contract/dashboard';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { lastWeeks, startOf } from './periods.ts';

const at = (text: string) => new Date(text);
const zones = fc.constantFrom('UTC', 'Asia/Seoul', 'America/Los_Angeles', 'Europe/Warsaw', 'Pacific/Apia');

test.each([
  ['2026-11-16T00:00:00Z', '2026-11-16T00:00:00.000Z'],
  ['2026-11-18T15:00:00Z', '2026-11-16T00:00:00.000Z'],
  ['2026-11-22T23:59:59Z', '2026-11-16T00:00:00.000Z'],
  ['2027-01-01T12:00:00Z', '2026-12-28T00:00:00.000Z'],
])('the week of %s begins on Monday', (now, expected) => {
  expect(startOf('thisweek', 'UTC', at(now)).toISOString()).toBe(expected);
});

test('thismonth, week and month begin at the right moments', () => {
  const now = at('2026-03-01T10:30:00Z');
  expect(startOf('week', 'UTC', now).toISOString()).toBe('2026-02-22T10:30:00.000Z');
  expect(startOf('thismonth', 'UTC', now).toISOString()).toBe('2026-03-01T00:00:00.000Z');
  expect(startOf('month', 'UTC', now).toISOString()).toBe('2026-01-30T10:30:00.000Z');
});

test.each([
  ['thisweek', 'Asia/Seoul', '2026-11-15T15:30:00Z', '2026-11-15T15:00:00.000Z'],
  ['thismonth', 'Asia/Seoul', '2026-10-31T15:30:00Z', '2026-10-31T15:00:00.000Z'],
  // Daylight saving time changed since the month began.
  ['thismonth', 'America/Los_Angeles', '2026-12-01T07:30:00Z', '2026-11-01T07:00:00.000Z'],
  ['thisweek', 'Europe/Berlin', '2026-03-29T20:00:00Z', '2026-03-22T23:00:00.000Z'],
] as const)('%s in %s begins at their midnight', (period, zone, now, expected) => {
  expect(startOf(period, zone, at(now)).toISOString()).toBe(expected);
});

test('no period begins in the future or more than 31 days ago', () => {
  const moments = fc.date({ min: at('2000-01-01'), max: at('2100-01-01'), noInvalidDate: true });
  fc.assert(
    fc.property(moments, fc.constantFrom(...Period.options), zones, (now, period, zone) => {
      const ago = now.getTime() - startOf(period, zone, now).getTime();
      expect(ago).toBeGreaterThanOrEqual(0);
      expect(ago).toBeLessThanOrEqual(31 * 24 * 3600 * 1000 + 3600 * 1000);
    }),
  );
});

test('the last twelve weeks begin on Mondays at midnight, also across daylight saving changes', () => {
  const weeks = lastWeeks('Europe/Berlin', at('2026-11-18T12:00:00Z'));
  expect(weeks).toHaveLength(12);
  expect(weeks[0]).toEqual({ day: '2026-08-31', start: at('2026-08-30T22:00:00Z') });
  expect(weeks[8]).toEqual({ day: '2026-10-26', start: at('2026-10-25T23:00:00Z') });
  expect(weeks[11]).toEqual({ day: '2026-11-16', start: at('2026-11-15T23:00:00Z') });
});
