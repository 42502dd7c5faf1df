import { caseHistory } from '@cusp/contract/history';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { call } from '../../client/call.ts';

/**
 * What happened on a case, latest first, page by page. `seen` is what the page shows of the case: the tab's own
 * change comes back as no live event, but as a newer case.
 */
export function useHistory(caseId: number, seen: unknown) {
  const queries = useQueryClient();
  const last = useRef(seen);
  useEffect(() => {
    if (last.current === seen) return;
    last.current = seen;
    void queries.invalidateQueries({ queryKey: ['history', caseId] });
  }, [queries, caseId, seen]);
  return useInfiniteQuery({
    queryKey: ['history', caseId],
    queryFn: ({ pageParam, signal }) =>
      call(caseHistory, { params: { id: caseId }, query: { before: pageParam } }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
  });
}
