import { expect, test } from 'vitest';
import { QUICK_RANGES, quickRange, quickRangeOf, withFrom, withTo } from './DatePickerModal.tsx';

const SUNDAY = new Date(2026, 2, 1, 23, 59);
const MONDAY = new Date(2026, 0, 5, 0, 0);

test.each([
  ['yesterday', SUNDAY, '2026-02-28', '2026-02-28'],
  ['today', SUNDAY, '2026-03-01', '2026-03-01'],
  ['thisWeek', SUNDAY, '2026-02-23', '2026-03-01'],
  ['lastWeek', SUNDAY, '2026-02-16', '2026-02-22'],
  ['thisMonth', SUNDAY, '2026-03-01', '2026-03-31'],
  ['lastMonth', SUNDAY, '2026-02-01', '2026-02-28'],
  ['yesterday', MONDAY, '2026-01-04', '2026-01-04'],
  ['thisWeek', MONDAY, '2026-01-05', '2026-01-11'],
  ['lastWeek', MONDAY, '2025-12-29', '2026-01-04'],
  ['lastMonth', MONDAY, '2025-12-01', '2025-12-31'],
] as const)('the quick range %s on %s', (range, today, from, to) => {
  expect(quickRange(range, today)).toEqual({ from, to });
});

test('quickRangeOf finds the name of each quick range', () => {
  for (const range of QUICK_RANGES) expect(quickRangeOf(quickRange(range, SUNDAY), SUNDAY)).toBe(range);
  expect(quickRangeOf({ from: '2026-02-27', to: '2026-02-28' }, SUNDAY)).toBeNull();
  expect(quickRangeOf({ from: '', to: '' }, SUNDAY)).toBeNull();
});

test('a first day after the last one moves the last one', () => {
  expect(withFrom({ from: '2026-01-01', to: '2026-01-10' }, '2026-01-20')).toEqual({
    from: '2026-01-20',
    to: '2026-01-20',
  });
  expect(withFrom({ from: '', to: '2026-01-10' }, '2026-01-09')).toEqual({
    from: '2026-01-09',
    to: '2026-01-10',
  });
  expect(withFrom({ from: '', to: '' }, '2026-01-09')).toEqual({ from: '2026-01-09', to: '' });
});

test('a last day before the first one moves the first one', () => {
  expect(withTo({ from: '2026-01-05', to: '' }, '2026-01-02')).toEqual({
    from: '2026-01-02',
    to: '2026-01-02',
  });
  expect(withTo({ from: '', to: '' }, '2026-01-02')).toEqual({ from: '', to: '2026-01-02' });
  expect(withTo({ from: '2026-01-01', to: '2026-01-05' }, '2026-01-02')).toEqual({
    from: '2026-01-01',
    to: '2026-01-02',
  });
});
