import type { ReactNode } from 'react';

/** A column of a list, or a line of its cards on a phone. */
export interface Column<Row> {
  /** Name in the address where columns are chosen. */
  key: string;
  label: string;
  /** What the server calls it in `sort`; columns without it cannot be sorted. */
  sortBy?: string;
  /** The column that names the row: cannot be hidden, heads the card, and scrolls with nothing. */
  isName?: boolean;
  /** Numbers and dates are lined up at the right. */
  isNumber?: boolean;
  cell(row: Row): ReactNode;
}

/** The next sort after a click on a column's head: ascending first, then the other way round. */
export function sortAfterClick(sort: string, column: string): string {
  const [current, direction] = sort.split(' ');
  return current === column && direction === 'asc' ? `${column} desc` : `${column} asc`;
}

export function ariaSort(sort: string, column: string): 'ascending' | 'descending' | 'none' {
  const [current, direction] = sort.split(' ');
  if (current !== column) return 'none';
  return direction === 'desc' ? 'descending' : 'ascending';
}
