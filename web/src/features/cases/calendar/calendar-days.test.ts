import { describe, expect, test } from 'vitest';
import { calendarDayOf, move, spanOf, weekStart, weeksOf, withCalendarDay } from './calendar-days.ts';

describe('the days of a calendar', () => {
  test.each([
    ['2026-11-15', 1, '2026-10-26', '2026-12-06'],
    ['2026-11-15', 0, '2026-11-01', '2026-12-05'],
    ['2026-02-10', 0, '2026-02-01', '2026-02-28'],
    ['2026-08-31', 1, '2026-07-27', '2026-09-06'],
  ] as const)('the month of %s with weeks from weekday %i', (day, first, from, to) => {
    expect(spanOf('month', day, first)).toEqual({ from, to });
    const weeks = weeksOf({ from, to });
    expect(weeks.every(({ length }) => length === 7)).toBe(true);
    expect(weeks.length).toBeLessThanOrEqual(6);
    expect(new Set(weeks.flat()).size).toBe(weeks.length * 7);
  });

  test('an agenda has the days of the month only', () => {
    expect(spanOf('month', '2028-02-15', 1, false)).toEqual({ from: '2028-02-01', to: '2028-02-29' });
  });

  test('a week is seven days across a change of the clocks and of the year', () => {
    expect(spanOf('week', '2026-03-29', 1)).toEqual({ from: '2026-03-23', to: '2026-03-29' });
    expect(spanOf('week', '2026-03-29', 0)).toEqual({ from: '2026-03-29', to: '2026-04-04' });
    expect(weekStart('2027-01-01', 1)).toBe('2026-12-28');
  });

  test('a step from the end of a month does not skip the next month', () => {
    expect(move('month', '2026-01-31', 1)).toBe('2026-02-01');
    expect(move('month', '2026-01-01', -1)).toBe('2025-12-01');
    expect(move('week', '2026-12-30', 1)).toBe('2027-01-06');
  });
});

test.each([
  ['?day=2026-11-30', '2026-11-30'],
  ['?day=2026-02-30', null],
  ['?day=soon', null],
  ['', null],
])('the day of the query %s is %s', (search, day) => expect(calendarDayOf(search)).toBe(day));

test('another day leaves the filters', () => {
  expect(withCalendarDay('?status=Open,Closed', '2026-11-30')).toBe('?status=Open,Closed&day=2026-11-30');
  expect(withCalendarDay('?status=Open&day=2026-11-30', null)).toBe('?status=Open');
});
