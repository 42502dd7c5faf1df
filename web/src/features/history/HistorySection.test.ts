import type { HistoryEntry } from '@cusp/contract/history';
import { expect, test } from 'vitest';
import { historyDays } from './HistorySection.tsx';

const entry = (id: string, at: Date): HistoryEntry => ({
  id,
  at: at.toISOString(),
  action: 'opened',
  person: null,
  by_support: false,
  count: 1,
  status: null,
  assignee: null,
  files: [],
  order: null,
  recipient: null,
});

test('historyDays splits days at local midnight', () => {
  const days = historyDays([
    { entries: [entry('c', new Date(2026, 4, 2, 0, 1)), entry('b', new Date(2026, 4, 1, 23, 59))] },
    { entries: [entry('a', new Date(2026, 4, 1, 0, 0))] },
  ]);
  expect(days.map(({ entries }) => entries.map(({ id }) => id))).toEqual([['c'], ['b', 'a']]);
});

test('an entry that appears on two pages is listed once', () => {
  const at = new Date(2026, 4, 1);
  const days = historyDays([{ entries: [entry('b', at)] }, { entries: [entry('b', at), entry('a', at)] }]);
  expect(days.flatMap(({ entries }) => entries.map(({ id }) => id))).toEqual(['b', 'a']);
  expect(historyDays([])).toEqual([]);
});
