import { type StatusCode, type StatusFilter, shownStatus } from '@cusp/dental/case-status';
import { useCallback } from 'react';
import { usePlannedStatuses } from './queue.ts';

interface Listed {
  id: number;
  status: { code: StatusCode };
}

/** The status that pages show of a case: the one that waits for a connection, otherwise the one that it has. */
export function useShownStatus(): (item: Listed) => StatusFilter {
  const planned = usePlannedStatuses();
  return useCallback(({ id, status }) => shownStatus(planned.get(id) ?? status.code), [planned]);
}
