import { EDIT_MODES } from '@cusp/dental/case-status';
import { NUMBER_SYSTEMS } from '@cusp/dental/teeth';
import * as z from 'zod';
import { Connector, DraftFields, DraftRestoration, SavedFields } from './draft-fields.ts';
import { DRAFT_LIMITS } from './limits.ts';
import { patient } from './patient.ts';
import { Day, line, Moment } from './wire.ts';

/** A restoration of a sent order; foreign orders have their own words. */
export const OrderRestoration = DraftRestoration.extend({
  /** Name from a foreign order; '' for types of the catalogue. */
  displayName: patient(line(200)).default(''),
  /** Tooth words of a foreign order that could not be read as a tooth. */
  toothText: patient(line(400)).default(''),
});
export type OrderRestoration = z.infer<typeof OrderRestoration>;

/** The editable fields of a sent order: all except the recipient, the scanner and the files. */
export const OrderFields = DraftFields.omit({ recipientId: true, deviceId: true }).extend({
  restorations: z.array(OrderRestoration).max(DRAFT_LIMITS.restorations),
});
export type OrderFields = z.infer<typeof OrderFields>;

/** The fields as a page saves them, see `SavedFields`. */
export const SavedOrder = OrderFields.extend({
  appointment: SavedFields.shape.appointment,
  connectorChoices: SavedFields.shape.connectorChoices,
});
export type SavedOrder = z.infer<typeof SavedOrder>;

/** Whether an edit is direct or a proposal, see `editModeOf`. */
export const EditMode = z.enum(EDIT_MODES);
export type EditMode = z.infer<typeof EditMode>;

const Sex = z.enum(['M', 'F', 'O']).nullable();
const System = z.enum(NUMBER_SYSTEMS);

/**
 * One field of an order before and after. A restoration without `from` was added, one without `to` was removed. A
 * connector is one pair of neighbours; without `from` the pair is new.
 */
export const OrderChange = z.discriminatedUnion('field', [
  z.object({
    field: z.enum(['firstname', 'lastname', 'note', 'noRestorationReason']),
    from: patient(z.string()),
    to: patient(z.string()),
  }),
  z.object({
    field: z.enum(['birthdate', 'deliveryDate', 'appointment']),
    from: patient(Day.nullable(), null),
    to: patient(Day.nullable(), null),
  }),
  z.object({ field: z.literal('sex'), from: patient(Sex, null), to: patient(Sex, null) }),
  z.object({ field: z.literal('numberSystem'), from: System, to: System }),
  z.object({ field: z.literal('scansFollow'), from: z.boolean(), to: z.boolean() }),
  z.object({
    field: z.literal('restoration'),
    from: OrderRestoration.nullable(),
    to: OrderRestoration.nullable(),
  }),
  z.object({ field: z.literal('connector'), from: Connector.nullable(), to: Connector.nullable() }),
]);
export type OrderChange = z.infer<typeof OrderChange>;

/** A change that waits for the recipient's side, or the last one if that side declined it. */
export const Proposal = z.object({
  id: z.number().int(),
  state: z.enum(['open', 'declined']),
  /** The version of the order it is based on; an answer repeats it. */
  version: z.number().int(),
  /** '' for a deleted account. */
  by: z.string(),
  at: Moment,
  changes: z.array(OrderChange),
  /** The order after the change. */
  fields: OrderFields,
  /** Who declined it and why; '' while it is open. */
  answered_by: z.string(),
  reason: patient(z.string()),
});
export type Proposal = z.infer<typeof Proposal>;
