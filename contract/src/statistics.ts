import * as z from 'zod';
import { ActivityAction } from './dashboard.ts';
import { endpoint } from './endpoint.ts';
import * as routes from './statistics.routes.ts';
import { Day, ServerLoc } from './wire.ts';

const Count = z.number().int();

export const statistics = endpoint(routes.statistics, {
  summary:
    'Cases by status, and what happened in a period, of all customers of this region; days are those of UTC',
  query: z.object({ period: z.enum(routes.STATISTICS_PERIODS).catch('month').default('month') }),
  reply: z.object({
    region: ServerLoc,
    /** Current statuses of all cases, whenever they were sent. */
    status_counts: z.object({
      open: Count,
      inprog: Count,
      completed: Count,
      reopened: Count,
      closed: Count,
    }),
    /** Per tooth or arch, most frequent first; `other` for kinds that are not in the catalogue. */
    restoration_counts: z.array(z.object({ type: z.string(), count: Count })),
    /** Most frequent first. */
    activity_counts: z.array(z.object({ action: ActivityAction, count: Count })),
    /** Every day of the period, oldest first, up to today. */
    days: z.array(
      z.object({
        day: Day,
        /** New accounts. */
        users: Count,
        /** Cases sent. */
        cases: Count,
        /** Bytes of uploaded files. */
        bytes: Count,
        /** Registrations of scanners that were confirmed. */
        devices: Count,
        sign_ins: Count,
      }),
    ),
    /** How many there are now. */
    totals: z.object({ users: Count, cases: Count, devices: Count }),
    /** False while early days of the period have not been counted yet. */
    is_complete: z.boolean(),
  }),
});
