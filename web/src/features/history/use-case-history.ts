import type { HistoryEntry } from '@cusp/contract/history';
import { caseHistory } from '@cusp/contract/history.routes';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { call } from '../../client/call.ts';

interface CaseHistory {
  /** The loaded entries; the pages may repeat some. */
  entries: readonly HistoryEntry[];
  /** Entries before the loaded ones exist. */
  hasEarlier: boolean;
  isLoading: boolean;
  isLoadingEarlier: boolean;
  /** Why the history, or its earlier part, could not be loaded; null while it is tried again. */
  error: unknown;
  loadEarlier(): void;
  retry(): void;
}

/** The history of a case, loaded page by page from the latest; nothing is loaded while it is not `wanted`. */
export function useCaseHistory(caseId: number, wanted: boolean): CaseHistory {
  const query = useInfiniteQuery({
    queryKey: ['history', caseId],
    queryFn: ({ pageParam, signal }) =>
      call(caseHistory, { params: { id: caseId }, query: { before: pageParam } }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    enabled: wanted,
  });
  const { data } = query;
  const entries = useMemo(() => (data?.pages ?? []).flatMap((page) => page.entries), [data]);
  const { fetchNextPage, refetch } = query;
  return {
    entries,
    hasEarlier: query.hasNextPage,
    isLoading: wanted && query.isPending,
    isLoadingEarlier: query.isFetchingNextPage,
    error: wanted && !query.isFetching ? query.error : null,
    loadEarlier: () => void fetchNextPage(),
    retry: () => void (query.isFetchNextPageError ? fetchNextPage() : refetch()),
  };
}
