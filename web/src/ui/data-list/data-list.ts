import type { Paging } from '@cusp/contract/wire';
import type { ReactNode } from 'react';
import type { ListControl } from './use-list-state.ts';
import type { SelectedRows } from './use-selected-rows.ts';

/** A column of a list, or a line of its cards on a phone. */
export interface Column<Row> {
  /** Name in the address that stores the chosen columns. */
  key: string;
  label: string;
  /** The server's name for it in `sort`; columns without it cannot be sorted. */
  sortBy?: string;
  /** The column that names the row: cannot be hidden, heads the card, and stays in view when scrolling. */
  isName?: boolean;
  /** Buttons of the row; they stay in sight at the end of a wide table. */
  isAction?: boolean;
  /** Numbers and dates are aligned at the right. */
  isNumber?: boolean;
  cell(row: Row): ReactNode;
}

/** State of a call as a list shows it, made by `listQuery`. */
export interface ListQuery<Row> {
  rows: readonly Row[] | undefined;
  /** `is_cut`: there are more rows than `total_num`, which paging cannot reach. */
  page: (Paging & { is_cut?: true | undefined }) | undefined;
  error: unknown;
  /** Whether the shown rows belong to an earlier request. */
  isStale: boolean;
  retry(): void;
}

interface Called<Data> {
  data: Data | undefined;
  error: unknown;
  isPlaceholderData: boolean;
  refetch(): unknown;
}

type Paged<Row> = { page: NonNullable<ListQuery<Row>['page']> };

/** State of a call that keeps the rows of an earlier request until the new ones arrive. */
export function listQuery<Row, Data extends Paged<Row>>(
  call: Called<Data>,
  rowsOf: (data: Data) => readonly Row[],
): ListQuery<Row> {
  return {
    rows: call.data && rowsOf(call.data),
    page: call.data?.page,
    error: call.error,
    isStale: call.isPlaceholderData,
    retry: () => void call.refetch(),
  };
}

export interface DataListProps<Row> {
  /** Name of the list for assistive technology. */
  label: string;
  columns: readonly Column<Row>[];
  idOf(row: Row): number;
  state: ListControl;
  query: ListQuery<Row>;
  searchLabel: string;
  searchHint?: string;
  /** Shown if the list has no rows even without search and filters. */
  empty: { title: string; text?: string; icon?: ReactNode; action?: ReactNode };
  /** Filters beside the search. */
  filters?: ReactNode;
  /** Lets rows be selected; `actions` appear while some are. */
  selection?: { selected: SelectedRows<Row>; nameOf(row: Row): string; actions: ReactNode };
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
