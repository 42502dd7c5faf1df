import { activities, type Period } from '@cusp/contract/dashboard';
import { useInfiniteQuery } from '@tanstack/react-query';
import { call } from '../../client/call.ts';
import { zoneHere } from '../../client/here.ts';

/** What happened in a period, latest first, page by page. */
export function useActivities(period: Period, enabled: boolean) {
  return useInfiniteQuery({
    queryKey: ['activities', period],
    queryFn: ({ pageParam, signal }) =>
      call(activities, { query: { period, zone: zoneHere(), page: pageParam } }, { signal }),
    initialPageParam: 1,
    getNextPageParam: ({ num_pages }, _all, page) => (page < num_pages ? page + 1 : undefined),
    enabled,
  });
}

export type Activities = ReturnType<typeof useActivities>;
