import type { Period } from '@cusp/contract/dashboard';
import { activities } from '@cusp/contract/dashboard.routes';
import { useInfiniteQuery } from '@tanstack/react-query';
import { call } from '../../client/call.ts';

interface Calendar {
  zone: string;
  /** Today, because periods restart with it. */
  day: string;
}

/** The activities of a period, latest first, page by page. */
export function useActivities(period: Period, { zone, day }: Calendar, enabled: boolean) {
  return useInfiniteQuery({
    queryKey: ['activities', period, zone, day],
    queryFn: ({ pageParam, signal }) =>
      call(activities, { query: { period, zone, page: pageParam } }, { signal }),
    initialPageParam: 1,
    getNextPageParam: ({ num_pages }, _all, page) => (page < num_pages ? page + 1 : undefined),
    enabled,
  });
}

export type Activities = ReturnType<typeof useActivities>;
