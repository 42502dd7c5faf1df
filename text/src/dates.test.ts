import { describe, expect, test } from 'vitest';
import { dateLocale, formatClock } from './clock.ts';
import {
  addDays,
  formatDate,
  formatDateTime,
  formatDay,
  formatMonth,
  monthsAfter,
  recently,
} from './dates.ts';

describe('dates', () => {
  test.each([
    ['de', 'de-DE'],
    ['es', 'es-ES'],
    ['fr', 'fr-FR'],
    ['ja', 'ja-JP'],
    ['ko', 'ko-KR'],
    ['en', 'en-US'],
    ['it', 'it-IT'],
    ['pl', 'pl-PL'],
    ['pt-BR', 'pt-BR'],
  ] as const)('%s is shown as %s', (language, locale) => expect(dateLocale(language)).toBe(locale));

  test('a moment is formatted in its language', () => {
    expect(formatDate('2026-03-04T12:00:00Z', 'de')).toBe('04.03.2026');
    expect(formatDate('2026-03-04T12:00:00Z', 'pl')).toBe('04.03.2026');
    expect(formatDate('2026-03-04T12:00:00Z', 'it')).toBe('04/03/2026');
    expect(formatDate('2026-03-04T12:00:00Z', 'pt-BR')).toBe('04/03/2026');
    expect(formatDate('2026-03-04T12:00:00Z', 'en')).toBe('03/04/2026');
    expect(formatDate('2026-03-04T12:00:00Z', 'ko')).toBe('2026. 03. 04.');
  });

  test('a month with year follows the order of its language', () => {
    expect(formatMonth('2026-11-01', 'de')).toBe('November 2026');
    expect(formatMonth('2026-11-30', 'ko')).toBe('2026년 11월');
    expect(formatMonth('2026-11-01', 'pl')).toBe('listopad 2026');
  });

  test('a printed moment names its time zone', () => {
    expect(formatDateTime('2026-03-04T23:30:00Z', 'de', 'Asia/Seoul')).toBe('05.03.2026, 08:30 GMT+9');
    expect(formatDateTime('2026-03-04T23:30:00Z', 'en', 'UTC')).toBe('03/04/2026, 11:30 PM UTC');
  });

  test.each([
    ['en', '3:52 PM'],
    ['ko', '오후 3:52'],
    ['de', '15:52'],
    ['fr', '15:52'],
  ] as const)('the clock of %s is %s, with a leading zero only on 24 hours', (language, text) => {
    expect(formatClock(new Date(2026, 2, 1, 15, 52).toISOString(), language)).toBe(text);
    expect(formatDateTime('2026-03-04T05:07:00Z', 'en', 'UTC')).toBe('03/04/2026, 5:07 AM UTC');
    expect(formatClock(new Date(2026, 2, 1, 9, 5).toISOString(), 'de')).toBe('09:05');
  });

  test('a day is the same in every time zone', () => {
    expect(formatDay('1980-12-31', 'en')).toBe('12/31/1980');
    expect(formatDay('1980-01-01', 'de')).toBe('01.01.1980');
  });

  test.each([null, '', '0001-01-01', '0001-01-01T00:00:00Z'])('%j is not a date', (day) =>
    expect(formatDay(day, 'en')).toBe(''),
  );

  test('today is a time, yesterday is its word, earlier is a date', () => {
    const now = new Date(2026, 2, 1, 9, 0);
    const at = (day: number, hour: number) => new Date(2026, 1, day, hour).toISOString();
    expect(recently(new Date(2026, 2, 1, 0, 1).toISOString(), 'de', now)).toEqual({
      kind: 'today',
      text: '00:01',
    });
    expect(recently(at(28, 23), 'de', now)).toEqual({ kind: 'yesterday' });
    expect(recently(at(27, 23), 'de', now)).toEqual({ kind: 'date', text: '27.02.2026' });
  });

  test('a day later is the next one across a change of the clocks and of the year', () => {
    expect(addDays('2026-10-25', 1)).toBe('2026-10-26');
    expect(addDays('2026-12-31', 1)).toBe('2027-01-01');
    expect(addDays('2028-03-01', -1)).toBe('2028-02-29');
  });

  test('three months after the end of a month is still in the right month', () => {
    expect(monthsAfter('2026-11-30', 3)).toBe('2027-02-28');
    expect(monthsAfter('2027-11-30', 3)).toBe('2028-02-29');
    expect(monthsAfter('2026-01-15', 3)).toBe('2026-04-15');
    expect(monthsAfter('2026-08-06', 3)).toBe('2026-11-06');
  });
});
