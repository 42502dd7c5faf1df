import * as z from 'zod';
import { StatusCode } from './cases.ts';
import { endpoint } from './endpoint.ts';
import * as routes from './history.routes.ts';
import { OrderChange } from './order-fields.ts';
import { patient } from './patient.ts';
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
  'imported',
  'expired',
  'statement_issued',
  'shipped',
  'shipment_removed',
]);
export type HistoryAction = z.infer<typeof HistoryAction>;

export const HistoryEntry = z.object({
  /** Constant while further actions are added to the entry. */
  id: z.string(),
  at: Moment,
  action: HistoryAction,
  /** Null for actions through a link and at the end of a retention period; the name is '' for a deleted account. */
  person: z.object({ id: z.number().int(), name: z.string(), picture: z.string().nullable() }).nullable(),
  /** Staff did it in a support session, for `person`. */
  by_support: z.boolean(),
  /** Number of actions within the entry. */
  count: z.number().int(),
  /** From and to of a status change; null for other actions, and if it was not recorded. */
  status: z.object({ from: StatusCode, to: StatusCode }).nullable(),
  /** Name of the new assignee; '' for nobody. */
  assignee: z.string().nullable(),
  files: z.array(z.object({ id: z.number().int(), filename: patient(z.string()) })),
  /** Changes of the order, made or proposed. */
  order: z
    .object({
      /** The version of the order that it produced; null if it was never applied. */
      version: z.number().int().nullable(),
      /** `lapsed`: the case was closed before an answer. `replaced`: by the next edit. */
      state: z.enum(['applied', 'open', 'accepted', 'declined', 'withdrawn', 'replaced', 'lapsed']),
      changes: z.array(OrderChange),
      /** Why it was declined; '' without a reason. */
      reason: patient(z.string()),
    })
    .nullable(),
  /** Recipient of a link; null for other actions, and if it is hidden from the reader's side. */
  recipient: patient(z.string().nullable()),
});
export type HistoryEntry = z.infer<typeof HistoryEntry>;

export const caseHistory = endpoint(routes.caseHistory, {
  summary: 'Actions on a case, including opening it and downloading files, latest first',
  params: z.object({ id: Id }),
  /** `next` of the previous page. */
  query: z.object({
    before: z
      .string()
      .regex(/^\d{1,16}-[ea]\d{1,16}$/)
      .optional(),
  }),
  reply: z.object({ id: z.number().int(), entries: z.array(HistoryEntry), next: z.string().nullable() }),
});
