import { needyCases, statusCounts } from '@cusp/contract/dashboard.routes';
import type { QueryClient } from '@tanstack/react-query';
import { dayOfDate, localTimeZone } from '../../client/local-time.ts';
import { requestAhead } from '../../client/use-call.ts';

/** The key of the cases that need attention, with the person's time zone and local day. */
export const needsKey = (zone: string, day: string) => ['today', 'cases', zone, day] as const;

/** The requests of the dashboard that depend on no other. */
export function requestFirst(queries: QueryClient): void {
  const zone = localTimeZone();
  requestAhead(queries, statusCounts, {}, ['status-counts']);
  requestAhead(queries, needyCases, { query: { zone } }, needsKey(zone, dayOfDate(new Date())));
}
