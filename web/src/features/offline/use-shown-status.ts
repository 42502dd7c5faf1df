import type { StatusAction } from '@cusp/contract/cases';
import { type StatusCode, type StatusFilter, shownStatus } from '@cusp/dental/case-status';
import { useCallback, useMemo } from 'react';
import { useQueue } from './queue.ts';

interface Listed {
  id: number;
  status: { code: StatusCode };
}

/** The statuses that cases will get once the connection is back, by case. */
export function usePlannedStatuses(): ReadonlyMap<number, StatusAction> {
  const { waiting } = useQueue();
  return useMemo(
    () =>
      new Map(
        waiting.flatMap(({ caseId, change, refusal }) =>
          refusal === null && change.kind === 'status' ? [[caseId, change.body.action] as const] : [],
        ),
      ),
    [waiting],
  );
}

/** The status of a case to show: the one that waits for a connection, otherwise the stored one. */
export function useShownStatus(): (item: Listed) => StatusFilter {
  const planned = usePlannedStatuses();
  return useCallback(({ id, status }) => shownStatus(planned.get(id) ?? status.code), [planned]);
}
