import { LAYERS } from '@cusp/dental/layers';
import { typeCodeOf } from '@cusp/dental/restorations';
import { NUMBER_SYSTEMS } from '@cusp/dental/teeth';
import * as z from 'zod';
import { DRAFT_LIMITS } from './limits.ts';
import { orderWord } from './order-words.ts';
import { patient } from './patient.ts';
import { Day, line, RowId, text } from './wire.ts';

export const DraftRestoration = z.object({
  /** A catalogue code in any spelling, or the sender's own word. */
  type: orderWord('type', line(60).overwrite(typeCodeOf)),
  /** FDI numbers, 11 to 48 permanent, 51 to 85 primary; duplicates are removed. */
  teeth: z
    .array(z.number().int().min(11).max(85))
    .overwrite((teeth) => [...new Set(teeth)])
    .max(52),
  arch: z.enum(['upper', 'lower']).nullable(),
  material: orderWord('material', line(60).nullable()),
  shade: orderWord('shade', line(DRAFT_LIMITS.shade)),
  stumpShade: orderWord('stumpShade', line(DRAFT_LIMITS.shade)),
  /** Marks of the contradictions that the author confirms, see `OrderProblem.mark`. */
  meant: z
    .array(orderWord('mark', line(DRAFT_LIMITS.mark)))
    .max(DRAFT_LIMITS.marks)
    .default([]),
});
export type DraftRestoration = z.infer<typeof DraftRestoration>;

const Tooth = z.number().int().min(11).max(85);

/** Two neighbouring units, and whether they are joined: made in one piece, as in a bridge or in splinted crowns. */
export const Connector = z.object({
  /** FDI numbers of two neighbours of one jaw. 11 and 21 are neighbours, and so are 31 and 41. */
  teeth: z.tuple([Tooth, Tooth]),
  /**
   * The work that the units belong to: final restorations, provisionals or wax-ups on the same teeth are joined or separate
   * independently. Replies name it, except in changes of a pair that has only one layer, and requests should. A choice
   * without it is about all layers of the pair; a choice of the stored order that comes back without it keeps its layers.
   */
  layer: z.enum(LAYERS).optional().meta({
    description:
      'Final restorations, provisionals or wax-ups. Name it: a choice without a layer is about all layers of its pair, so it joins the final restorations too where only the provisionals are meant.',
  }),
  joined: z.boolean(),
});
export type Connector = z.infer<typeof Connector>;

/** The form of a draft; everything may be missing until the case is sent. */
export const DraftFields = z.object({
  recipientId: RowId.nullable(),
  patient: z.object({
    firstname: patient(line(DRAFT_LIMITS.name)),
    lastname: patient(line(DRAFT_LIMITS.name)),
    sex: patient(z.enum(['M', 'F', 'O']).nullable(), null),
    birthdate: patient(Day.nullable(), null),
  }),
  numberSystem: z.enum(NUMBER_SYSTEMS),
  restorations: z.array(DraftRestoration).max(DRAFT_LIMITS.restorations),
  /**
   * What the author chose about neighbouring units, each pair once for each layer. All other neighbours follow the proposal: a bridge is
   * joined, single crowns are not. Both units of a pair must be in `restorations` and of types that can be joined.
   */
  connectorChoices: z.array(Connector).max(DRAFT_LIMITS.connectors).default([]),
  noRestorationReason: patient(text(DRAFT_LIMITS.reason)),
  deliveryDate: Day.nullable(),
  /** The day on which the patient comes for the work. */
  appointment: patient(Day.nullable(), null).default(null),
  note: patient(text(DRAFT_LIMITS.note)),
  scansFollow: z.boolean(),
  /** The scanner used: a confirmed one of the author or of their share group. */
  deviceId: RowId.nullable().default(null),
});
export type DraftFields = z.infer<typeof DraftFields>;

/**
 * The fields as a page saves them. An omitted field keeps its value, because an older page does not know it and must
 * not clear it; choices about connectors are kept as far as they fit the restorations.
 */
export const SavedFields = DraftFields.extend({
  connectorChoices: DraftFields.shape.connectorChoices.unwrap().optional(),
  appointment: DraftFields.shape.appointment.unwrap().optional(),
  deviceId: DraftFields.shape.deviceId.unwrap().optional(),
});
export type SavedFields = z.infer<typeof SavedFields>;
