import { STATUS_FILTERS } from '@cusp/dental/case-status';
import { describe, expect, test } from 'vitest';
import { statusesInSearch, toggled, withStatuses } from './status-filter.offers.ts';

describe('the status filter in the query', () => {
  test('statusesInSearch reads statuses in order and ignores unknown ones', () => {
    expect(statusesInSearch('?status=Closed,Open,Nonsense,open')).toEqual(['Open', 'Closed']);
    expect(statusesInSearch('')).toEqual([]);
  });

  test('withStatuses writes the statuses, drops the page and keeps the rest', () => {
    expect(withStatuses('?page=3&sort=status+asc', ['Closed', 'Open'])).toBe(
      '?sort=status+asc&status=Open,Closed',
    );
    expect(withStatuses('?status=Open&page=2', [])).toBe('');
  });

  test('toggled adds a status and removes it again', () => {
    expect(toggled([], 'Open')).toEqual(['Open']);
    expect(toggled(['Open', 'Closed'], 'Open')).toEqual(['Closed']);
  });

  test('selecting all statuses clears the filter', () => {
    const most = STATUS_FILTERS.filter((status) => status !== 'Closed');
    expect(toggled(most, 'Closed')).toEqual([]);
  });
});
