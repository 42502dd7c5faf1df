import { DUES } from '@cusp/dental/due';
import * as z from 'zod';
import { StatusCode } from './cases.ts';
import * as routes from './dashboard.routes.ts';
import { endpoint } from './endpoint.ts';
import { orderWord } from './order-words.ts';
import { patient } from './patient.ts';
import { Day, IdB64, Moment, PageNumber, Zone } from './wire.ts';

export const Period = z.enum(['thisweek', 'week', 'thismonth', 'month']);
export type Period = z.infer<typeof Period>;

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

export const statusCounts = endpoint(routes.statusCounts, {
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

export const restorationCounts = endpoint(routes.restorationCounts, {
  summary: 'Restorations of the cases sent in a period, most frequent first',
  query: z.object({ period: Period.default('thismonth'), zone: Zone }),
  reply: z.object({
    restoration_counts: z.array(
      z.object({ name: patient(z.string()), type: orderWord('type', z.string()), count: z.number().int() }),
    ),
  }),
});

export const activities = endpoint(routes.activities, {
  summary: 'Recent actions on the cases one sees and on one’s own account, latest first',
  query: z.object({ period: Period.default('thisweek'), zone: Zone, page: PageNumber.default(1) }),
  reply: z.object({
    users: z.array(z.object({ id: z.number().int(), username: z.string(), pictures: z.string().nullable() })),
    cases_actions: z.array(
      z.object({
        id: z.number().int(),
        action_date: Moment,
        user_id: z.number().int().nullable(),
        action: ActivityAction,
        /** Null for an action on no case, such as a confirmed region; number and patient are '' then. */
        post_id: z.number().int().nullable(),
        post_no: z.string(),
        patient: z.object({ firstname: patient(z.string()), lastname: patient(z.string()) }),
        /** From and to of a status change; null for other actions, and if it was not recorded. */
        status: z.object({ from: StatusCode, to: StatusCode }).nullable(),
        /**
         * Names of the assignees before and after a change: null for nobody, '' for a deleted account. `from` is absent
         * if it was not recorded.
         */
        assignee: z.object({ from: z.string().nullable().optional(), to: z.string().nullable() }).nullable(),
      }),
    ),
    num_pages: z.number().int(),
  }),
});

/** Each count is the number of cases that the list shows with the filter of the same name. */
export const todayCounts = endpoint(routes.todayCounts, {
  summary: 'What needs attention today: unread comments, near and passed delivery dates of unfinished cases',
  query: z.object({ zone: Zone }),
  reply: z.object({
    /** The person's local day. */
    day: Day,
    unread: z.number().int(),
    soon: z.number().int(),
    overdue: z.number().int(),
  }),
});

export const needyCases = endpoint(routes.needyCases, {
  summary: 'The cases that most need the person’s attention, most urgent first; a few of each reason',
  query: z.object({ zone: Zone }),
  reply: z.object({
    cases: z.array(
      z.object({
        id: z.number().int(),
        no: z.string(),
        patient: z.object({ firstname: patient(z.string()), lastname: patient(z.string()) }),
        status: z.object({ code: StatusCode }),
        /** The institution of the other party, or their name; '' for a deleted account. */
        party: z.string(),
        deliverydt: Day.nullable(),
        /** Null for finished cases, and if the delivery date is neither past nor near. */
        due: z.enum(DUES).nullable(),
        unread_comments: z.number().int(),
        unread_mention: z.boolean(),
        /** A change of the order waits for an answer by the person’s side. */
        has_proposal: z.boolean(),
      }),
    ),
  }),
});

export const weekCounts = endpoint(routes.weekCounts, {
  summary: 'Cases sent and cases completed in each of the last twelve weeks, oldest first',
  query: z.object({ zone: Zone }),
  reply: z.object({
    weeks: z.array(
      z.object({
        /** The Monday of the week. */
        day: Day,
        sent: z.number().int(),
        /** Cases whose work was last completed in that week and was not resumed since. */
        completed: z.number().int(),
      }),
    ),
  }),
});

/** The browser first asks `checkSession` with `callfrom: 'download'`, so that the page can show a refusal. */
export const labSoftware = endpoint(routes.labSoftware, {
  summary: 'Redirects to the installer of the brand’s desktop lab software; not for clinics',
  params: z.object({ idb64: IdB64 }),
});
