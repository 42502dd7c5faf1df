import * as z from 'zod';
import { CaseFile } from './cases.ts';
import { endpoint } from './endpoint.ts';
import { EditMode, OrderFields, SavedOrder } from './order-fields.ts';
import * as routes from './orders.routes.ts';
import { Done, Id, RowId, text, Version } from './wire.ts';
import { WorkCalendar } from './work-calendar.ts';

/** A sent order as the author's side edits it. */
export const Order = z.object({
  id: z.number().int(),
  no: z.string(),
  /** 1 when sent; raised by each applied change. */
  version: z.number().int(),
  /** Whether an edit would now be direct or a proposal. */
  mode: EditMode,
  fields: OrderFields,
  /** The change that waits for an answer; the next edit replaces it. */
  proposal: z.object({ id: z.number().int(), fields: OrderFields }).nullable(),
  to: z.object({ name: z.string(), institution: z.string() }),
  files: z.array(CaseFile),
  /** The recipient's working days, with closed days from today on. */
  calendar: WorkCalendar,
});
export type Order = z.infer<typeof Order>;

export const getOrder = endpoint(routes.getOrder, {
  summary: 'A sent order as its author’s side edits it; 409 if the case is closed',
  params: z.object({ id: Id }),
  reply: Order,
});

/**
 * `version` and `proposal` are what the person saw, `as` is the mode that the form showed. Refused with `order_changed`
 * if another edit came first, and with `order_mode_moved` if the status has changed so that the mode is different now.
 */
export const editOrder = endpoint(routes.editOrder, {
  summary: 'Change a sent order, or propose the change once work has begun',
  params: z.object({ id: Id }),
  body: z.object({
    version: Version,
    proposal: RowId.nullable(),
    as: EditMode,
    fields: SavedOrder,
  }),
  reply: z.object({
    as: EditMode,
    version: z.number().int(),
    proposal: z.number().int().nullable(),
  }),
});

/** The same key returns the same draft. */
export const duplicateCase = endpoint(routes.duplicateCase, {
  summary: 'Begin a draft with the order and the patient of a sent case, by its author’s side',
  params: z.object({ id: Id }),
  body: z.object({ key: z.uuid() }),
  reply: z.object({ id: z.number().int() }),
});

const proposalPath = z.object({ id: Id, proposal: Id });

/** `version` is the version of the order for which the proposal was shown. */
export const answerProposal = endpoint(routes.answerProposal, {
  summary: 'Accept or decline a proposed change, by the recipient’s side; 409 if it is no longer open',
  params: proposalPath,
  body: z.object({
    version: Version,
    answer: z.enum(['accept', 'decline']),
    reason: text(routes.REASON_LIMIT).optional(),
  }),
  reply: z.object({ version: z.number().int() }),
});

export const withdrawProposal = endpoint(routes.withdrawProposal, {
  summary: 'Withdraw a proposed change, by the author’s side; 409 if it is no longer open',
  params: proposalPath,
  reply: Done,
});
