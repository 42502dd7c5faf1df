import * as z from 'zod';
import { StatusCode } from './cases.ts';
import { endpoint } from './endpoint.ts';
import * as routes from './history.routes.ts';
import { OrderChange } from './order-fields.ts';
import { Id, Moment } from './wire.ts';

export const HistoryAction = z.enum([
  'sent',
  'edited',
  'change_proposed',
  'change_accepted',
  'change_declined',
  'change_withdrawn',
  'status',
  'assignee',
  'files_added',
  'file_deleted',
  'file_classified',
  'file_unit_set',
  'front_marked',
  'comment_added',
  'comment_edited',
  'comment_deleted',
  'opened',
  'downloaded',
  'downloaded_all',
  'shared',
  'share_revoked',
  'share_opened',
  'share_downloaded',
  'share_downloaded_all',
  'order_form',
  'deleted',
  'restored',
]);
export type HistoryAction = z.infer<typeof HistoryAction>;

export const HistoryEntry = z.object({
  /** Stays the same while further acts are gathered into the entry. */
  id: z.string(),
  at: Moment,
  action: HistoryAction,
  /** Null for what somebody did through a link; the name is '' for an account that is gone. */
  person: z.object({ id: z.number().int(), name: z.string(), picture: z.string().nullable() }).nullable(),
  /** Staff did it in a support session, for `person`. */
  by_support: z.boolean(),
  /** How often within the entry's time. */
  count: z.number().int(),
  /** From and to of a status change, where it was written down. */
  status: z.object({ from: StatusCode, to: StatusCode }).nullable(),
  /** Name of the new assignee; '' for nobody. */
  assignee: z.string().nullable(),
  files: z.array(z.object({ id: z.number().int(), filename: z.string() })),
  /** What was changed in the order, or was to be. */
  order: z
    .object({
      /** The version it made of the order; null for what never applied. */
      version: z.number().int().nullable(),
      /** `lapsed`: the case was closed before an answer; `replaced`: by the next edit. */
      state: z.enum(['applied', 'open', 'accepted', 'declined', 'withdrawn', 'replaced', 'lapsed']),
      changes: z.array(OrderChange),
      /** Why it was declined; '' where nothing was said. */
      reason: z.string(),
    })
    .nullable(),
  /** Whom a link is for; null where there is none, or where it is not for the reader's side to know. */
  recipient: z.string().nullable(),
});
export type HistoryEntry = z.infer<typeof HistoryEntry>;

export const caseHistory = endpoint(routes.caseHistory, {
  summary: 'Who did what on a case, who opened it and who took files, latest first',
  params: z.object({ id: Id }),
  /** `next` of the page before. */
  query: z.object({
    before: z
      .string()
      .regex(/^\d{1,16}-[ea]\d{1,16}$/)
      .optional(),
  }),
  reply: z.object({ id: z.number().int(), entries: z.array(HistoryEntry), next: z.string().nullable() }),
});
