import { expect, test } from 'vitest';
import { addWorkdays, dayPattern, orNextWorkday, readDay } from './days.ts';

test.each([
  ['de-DE', 'DD.MM.YYYY'],
  ['en-US', 'MM/DD/YYYY'],
  ['fr-FR', 'DD/MM/YYYY'],
  ['it-IT', 'DD/MM/YYYY'],
  ['pl-PL', 'DD.MM.YYYY'],
  ['pt-BR', 'DD/MM/YYYY'],
  ['ko-KR', 'YYYY. MM. DD.'],
])('the locale %s writes %s', (locale, pattern) => expect(dayPattern(locale)).toBe(pattern));

test.each([
  ['31.12.1980', 'de-DE', '1980-12-31'],
  ['1.2.80', 'de-DE', '1980-02-01'],
  ['1.2.26', 'de-DE', '2026-02-01'],
  ['1.2.27', 'de-DE', '1927-02-01'],
  ['01021980', 'de-DE', '1980-02-01'],
  ['1/2/1980', 'it-IT', '1980-02-01'],
  ['1.2.1980', 'pl-PL', '1980-02-01'],
  ['01/02/80', 'pt-BR', '1980-02-01'],
  ['02/01/1980', 'en-US', '1980-02-01'],
  ['31/01/1980', 'en-US', '1980-01-31'],
  ['1980-02-01', 'en-US', '1980-02-01'],
  ['19800201', 'de-DE', '1980-02-01'],
  ['1980. 2. 1.', 'ko-KR', '1980-02-01'],
  ['29.02.2024', 'de-DE', '2024-02-29'],
])('%s in %s is %s', (text, locale, day) => expect(readDay(text, locale, '2026-03-10')).toBe(day));

test.each(['', 'x', '31.02.2024', '1.2', '32.13.2020', '123', '1.2.3.4'])('%j is not a date', (text) =>
  expect(readDay(text, 'de-DE', '2026-03-10')).toBe(null),
);

test('addWorkdays skips weekends', () => {
  const friday = '2026-03-06';
  expect(orNextWorkday('2026-03-07')).toBe('2026-03-09');
  expect(orNextWorkday(friday)).toBe(friday);
  expect(addWorkdays(friday, 1)).toBe('2026-03-09');
  expect(addWorkdays(friday, 5)).toBe('2026-03-13');
  expect(addWorkdays('2026-03-08', 1)).toBe('2026-03-09');
});
