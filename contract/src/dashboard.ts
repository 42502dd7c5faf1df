import * as z from 'zod';
import { endpoint } from './endpoint.ts';
import { Moment, PageNumber } from './wire.ts';

export const Period = z.enum(['thisweek', 'week', 'thismonth', 'month']);
export type Period = z.infer<typeof Period>;

/** Minutes the person's clock is ahead of UTC: weeks and months begin at their midnight. */
const AheadOfUtc = z.coerce.number().int().min(-840).max(840).catch(0).default(0);

export const ActivityAction = z.enum([
  'STATUS_CHANGE',
  'POST_CREATE',
  'POST_EDIT',
  'ASSIGNEE_CHANGE',
  'POST_UPLOAD',
  'FILE_UPLOAD',
  'COMMENT_ADD',
  'COMMENT_EDIT',
  'REGION_CONFIRM',
]);
export type ActivityAction = z.infer<typeof ActivityAction>;

export const statusCounts = endpoint({
  method: 'GET',
  path: '/v1/dashboard/cases/status/',
  access: 'user',
  summary: 'Cases in each status',
  reply: z.object({
    status_counts: z.object({
      open: z.number().int(),
      inprog: z.number().int(),
      completed: z.number().int(),
      reopened: z.number().int(),
      closed: z.number().int(),
    }),
  }),
});

export const restorationCounts = endpoint({
  method: 'GET',
  path: '/v1/dashboard/cases/restorations/',
  access: 'user',
  summary: 'Restorations of the cases sent in a period, most frequent first',
  query: z.object({ period: Period.default('thismonth'), ahead: AheadOfUtc }),
  reply: z.object({
    restoration_counts: z.array(z.object({ name: z.string(), type: z.string(), count: z.number().int() })),
  }),
});

export const activities = endpoint({
  method: 'GET',
  path: '/v1/dashboard/cases/activities/',
  access: 'user',
  summary: 'What happened on the cases one sees, latest first',
  query: z.object({ period: Period.default('thisweek'), ahead: AheadOfUtc, page: PageNumber.default(1) }),
  reply: z.object({
    users: z.array(z.object({ id: z.number().int(), username: z.string(), pictures: z.string().nullable() })),
    cases_actions: z.array(
      z.object({
        id: z.number().int(),
        action_date: Moment,
        user_id: z.number().int().nullable(),
        action: ActivityAction,
        post_id: z.number().int(),
        post_no: z.string(),
      }),
    ),
    num_pages: z.number().int(),
  }),
});
