import type { CaseListItem } from '@cusp/contract/case-list';
import { describe, expect, test } from 'vitest';
import { dueGroups, lastDayOfWeek } from './due-groups.ts';

// A Tuesday.
const TODAY = '2026-11-24';
let id = 0;
const row = (deliverydt: string | null, code: CaseListItem['status']['code'] = 'PROC') => ({
  id: ++id,
  deliverydt,
  status: { code, str: '' },
});
const groups = (rows: ReturnType<typeof row>[], today = TODAY) => {
  const begins = dueGroups(rows, today);
  return rows.map((each) => begins.get(each.id) ?? '');
};

describe('groups of a list in order of the delivery date', () => {
  test('a group begins at its first row: overdue, this week, later, no date', () => {
    const days = ['2026-11-20', '2026-11-23', '2026-11-24', '2026-11-29', '2026-11-30', '2027-01-02', null];
    expect(groups(days.map((day) => row(day)))).toEqual(['overdue', '', 'week', '', 'later', '', 'none']);
  });

  test('past dates with a finished case among them are not called overdue', () => {
    expect(groups([row('2026-11-20', 'COMP'), row('2026-11-21'), row('2026-11-25')])).toEqual([
      'past',
      '',
      'week',
    ]);
  });

  test('a finished case of a later date leaves the overdue group as it is', () => {
    expect(groups([row('2026-11-20'), row('2026-11-25', 'CLSD')])).toEqual(['overdue', 'week']);
  });

  test.each([
    ['2026-11-23', '2026-11-29'],
    ['2026-11-28', '2026-11-29'],
    ['2026-11-29', '2026-11-29'],
    ['2026-12-31', '2027-01-03'],
  ])('the week of %s ends on Sunday, %s', (day, sunday) => {
    expect(lastDayOfWeek(day)).toBe(sunday);
  });
});
