import { useState } from 'react';
import type { ListQuery } from './data-list.ts';
import type { ListState } from './use-list-state.ts';

interface Seen {
  /** What the list was asked for, without its page. */
  asked: string;
  page: number;
  total: number;
  isMoved: boolean;
}

/**
 * Whether the list has another number of rows than on the page that was open before: a row can then be on both pages
 * or on neither. Own changes do not count, because they reload the page that they were made on.
 */
export function useMovedRows(state: ListState, { page, isStale }: ListQuery<unknown>): boolean {
  const [seen, setSeen] = useState<Seen | null>(null);
  const asked = JSON.stringify([state.search, state.sort, state.num_per_page, state.filters]);
  if (page && !isStale) {
    const { number, total_num: total } = page;
    const isSameList = seen?.asked === asked;
    const isSamePage = isSameList && seen.page === number;
    const isMoved = isSamePage ? seen.isMoved : isSameList && seen.total !== total;
    if (!isSamePage || seen.total !== total) setSeen({ asked, page: number, total, isMoved });
  }
  return Boolean(seen?.isMoved && seen.asked === asked);
}
