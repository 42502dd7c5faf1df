import { listCases } from '@cusp/contract/case-list.routes';
import { STATUS_FILTERS, type StatusFilter } from '@cusp/dental/case-status';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { call } from '../../../client/call.ts';
import type { Pile } from '../cards/moves.ts';
import { type CaseFilters, wireQueryOf } from '../filters/case-filters.ts';

/** Cases that a column loads at a time. */
const AT_ONCE = 50;

/** The cases of one status that pass the filters, page by page. */
function useColumn(filters: CaseFilters, status: StatusFilter) {
  const isShown = filters.status.length === 0 || filters.status.includes(status);
  const wire = useMemo(() => wireQueryOf({ ...filters, status: [status] }, 1, AT_ONCE), [filters, status]);
  const query = useInfiniteQuery({
    queryKey: ['cases', 'column', wire],
    queryFn: ({ pageParam: page, signal }) => call(listCases, { query: { ...wire, page } }, { signal }),
    initialPageParam: 1,
    getNextPageParam: ({ page }) => (page.has_next ? page.number + 1 : undefined),
    enabled: isShown,
    placeholderData: keepPreviousData,
  });
  const { data } = query;
  // A case that was updated between two pages can be on both.
  const rows = useMemo(
    () => [
      ...new Map(data?.pages.flatMap(({ posts }) => posts).map((item) => [item.id, item] as const)).values(),
    ],
    [data],
  );
  const last = data?.pages.at(-1);
  return { status, isShown, query, rows, total: last?.page.total_num ?? 0, isCut: last?.is_cut ?? false };
}

export type Column = ReturnType<typeof useColumn>;

/** The columns of the board: one for each status, or for those of the filter. */
export function useBoard(filters: CaseFilters) {
  const [open, progress, completed, reopened, closed] = STATUS_FILTERS;
  const all = [
    useColumn(filters, open),
    useColumn(filters, progress),
    useColumn(filters, completed),
    useColumn(filters, reopened),
    useColumn(filters, closed),
  ];
  return all.filter(({ isShown }) => isShown);
}

export const pileOf = ({ status, rows, total }: Column): Pile<StatusFilter> => ({
  place: status,
  rows,
  total,
});
