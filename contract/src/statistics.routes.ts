import { route } from './endpoint.ts';
import { STAFF_AREAS } from './staff.routes.ts';

/** `thisweek` and `thismonth` are the current calendar week and month; the others the last 7, 30, 90 and 365 days. */
export const STATISTICS_PERIODS = ['thisweek', 'week', 'thismonth', 'month', 'quarter', 'year'] as const;

export const statistics = route({
  method: 'GET',
  path: '/v1/cs/stats/',
  access: 'user',
  staff: STAFF_AREAS.dashboard,
});
