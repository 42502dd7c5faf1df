import fc from 'fast-check';
import { expect, test } from 'vitest';
import { beginOf, dayAt, dayIn, haveSameTime, isoDay, placeOfZone, sinceMonday } from './zones.ts';

const dayOf = (text: string) => {
  const [year = 0, month = 0, day = 0] = text.split('-').map(Number);
  return { year, month, day };
};

test.each([
  ['UTC', '2026-03-01', '2026-03-01T00:00:00.000Z'],
  ['Europe/Berlin', '2026-03-29', '2026-03-28T23:00:00.000Z'],
  ['Europe/Berlin', '2026-03-30', '2026-03-29T22:00:00.000Z'],
  ['Europe/Berlin', '2026-10-25', '2026-10-24T22:00:00.000Z'],
  ['Europe/Berlin', '2026-10-26', '2026-10-25T23:00:00.000Z'],
  ['America/Los_Angeles', '2026-11-02', '2026-11-02T08:00:00.000Z'],
  ['Asia/Seoul', '2026-11-16', '2026-11-15T15:00:00.000Z'],
  ['Asia/Kolkata', '2026-11-16', '2026-11-15T18:30:00.000Z'],
  // Clocks skip midnight: the day begins at one o'clock.
  ['Asia/Beirut', '2026-03-29', '2026-03-28T22:00:00.000Z'],
  // Clocks show midnight twice: the day begins at the first.
  ['America/Havana', '2026-11-01', '2026-11-01T04:00:00.000Z'],
])('in %s %s begins at %s', (zone, day, begin) => {
  expect(beginOf(zone, dayOf(day)).toISOString()).toBe(begin);
});

test('days beyond the end of a month overflow into the next', () => {
  expect(isoDay({ year: 2026, month: 2, day: 29 })).toBe('2026-03-01');
  expect(beginOf('UTC', { year: 2026, month: 1, day: -1 }).toISOString()).toBe('2025-12-30T00:00:00.000Z');
});

test('Monday is the first day of the week', () => {
  expect(sinceMonday(dayOf('2026-11-16'))).toBe(0);
  expect(sinceMonday(dayOf('2026-11-22'))).toBe(6);
});

test('a moment falls on its local day in each zone', () => {
  const moments = fc.date({
    min: new Date('2000-01-01'),
    max: new Date('2037-01-01'),
    noInvalidDate: true,
  });
  fc.assert(
    fc.property(moments, fc.constantFrom(...Intl.supportedValuesOf('timeZone')), (moment, zone) => {
      const day = dayIn(zone, moment);
      expect(beginOf(zone, day).getTime()).toBeLessThanOrEqual(moment.getTime());
      const next = { ...day, day: day.day + 1 };
      expect(beginOf(zone, next).getTime()).toBeGreaterThan(moment.getTime());
      expect(isoDay(dayIn(zone, beginOf(zone, next)))).toBe(isoDay(next));
    }),
    { numRuns: 500 },
  );
});

test('an offset of a plan is read as the database reads it, and a zone of no place is named by its offset', () => {
  const moment = new Date('2026-11-29T15:30:00Z');
  expect(dayAt('<lab>-9:00', moment)).toBe('2026-11-30');
  expect(dayAt('<lab>-8:00', moment)).toBe('2026-11-29');
  expect(haveSameTime('<lab>-9:00', 'Asia/Seoul', moment)).toBe(true);
  expect(haveSameTime('<lab>+3:30', 'America/St_Johns', moment)).toBe(true);
  expect(['America/New_York', 'Etc/GMT+5', 'Etc/GMT-14', 'Etc/GMT0', 'UTC'].map(placeOfZone)).toEqual([
    'New York',
    'UTC−5',
    'UTC+14',
    'GMT0',
    'UTC',
  ]);
});
