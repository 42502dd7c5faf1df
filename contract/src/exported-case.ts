import { STATUS_CODES } from '@cusp/dental/case-status';
import { scanRoles } from '@cusp/mesh/scan-roles';
import { scanUnits } from '@cusp/mesh/scan-units';
import * as z from 'zod';
import { CARRIER_CODES } from './carriers.ts';
import { REACTIONS } from './comments.routes.ts';
import { LIMITS } from './limits.ts';
import { OrderChange, OrderFields } from './order-fields.ts';
import { Orientation } from './orientation.ts';
import { PinPlace } from './pin.ts';
import { PLAN_LIMITS } from './production.routes.ts';
import { SHIPPING_LIMITS } from './shipping.routes.ts';
import { Language, Moment } from './wire.ts';

/** Why the bytes of a file are not in the export. */
const WITHHELD = [
  'export_blocked',
  'file_infected',
  'file_too_large_to_scan',
  'file_waits_for_scan',
  'unreadable',
] as const;

/** Versions and numbers from 1. The database counts further, so an imported case can go on counting. */
const Counted = z.number().int().positive().max(1_000_000);
/** Refers to an entry of `people` in the same file. */
const PersonKey = z.string().regex(/^p[1-9]\d{0,5}$/);
/** Path in the zip, from the folder of the case. */
const PathInCase = z.string().min(1).max(500);

const Person = z.object({
  key: PersonKey,
  /** The side on which the person is; null for people who have left the group. */
  side: z.enum(['author', 'recipient']).nullable(),
  /** '' for deleted accounts. */
  first_name: z.string().max(LIMITS.name),
  last_name: z.string().max(LIMITS.name),
  institution: z.string().max(LIMITS.institution),
  /** Only for people of the practice that made the export. */
  email: z.string().nullable(),
});

const ExportedFile = z.object({
  /** Null if the bytes are withheld. */
  path: PathInCase.nullable(),
  withheld: z.enum(WITHHELD).nullable(),
  /** The name that it was uploaded under. */
  name: z.string(),
  /** Files of one name are versions, counted from 1. */
  version: Counted,
  /** Of the bytes in the zip; pictures of the other side are without place and device. */
  size: z.number().int().min(0),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  media_type: z.string(),
  /** Whether the other side gets place and device of a picture, as the uploader chose. */
  keeps_metadata: z.boolean().default(false),
  uploaded_by: PersonKey,
  uploaded_at: Moment,
  /** Role that a person chose for the scans of this name. */
  scan: z
    .object({
      role: z.enum(scanRoles),
      jaw: z.enum(['upper', 'lower']).nullable(),
      tooth: z.number().int().min(11).max(85).nullable(),
    })
    .nullable(),
  /** Unit of the coordinates, if a person has chosen it. */
  unit: z.enum(scanUnits).nullable(),
});

/** Refers to a file of the case; its version is unique among the files of a name. */
const FileRef = z.object({ name: z.string(), version: Counted });

const ExportedComment = z.object({
  by: PersonKey,
  at: Moment,
  edited_at: Moment.nullable(),
  /** As people read it: mentions are '@' and the name. */
  text: z.string(),
  /** Ranges of `text` in UTF-16 units, the '@' included. */
  mentions: z.array(
    z.object({ person: PersonKey, start: z.number().int().min(0), length: z.number().int().min(1) }),
  ),
  about: FileRef.nullable(),
  pin: z.object({ no: Counted, scan: FileRef, place: PinPlace }).nullable(),
  /**
   * Position in a thread: index of the comment that it answers, null if that was deleted. Omitted if it is not a reply.
   */
  answers: z.number().int().min(0).nullable().optional(),
  /** Omitted when empty. */
  reactions: z
    .array(z.object({ by: PersonKey, kind: z.enum(REACTIONS) }))
    .min(1)
    .optional(),
});

const ExportedChange = z.object({
  state: z.enum(['applied', 'open', 'accepted', 'declined', 'withdrawn', 'replaced', 'lapsed']),
  base_version: Counted,
  /** The version of the order that it made; null if it was not applied. */
  version: Counted.nullable(),
  by: PersonKey,
  at: Moment,
  ended_by: PersonKey.nullable(),
  ended_at: Moment.nullable(),
  reason: z.string(),
  changes: z.array(OrderChange),
  /** The whole order as proposed, if it is still needed. */
  order: OrderFields.nullable(),
});

/** `case.json`: one case with everything that belongs to it. */
export const ExportedCase = z
  .object({
    no: z.string().regex(/^[\w-]{1,40}$/),
    status: z.enum(STATUS_CODES),
    previous_status: z.enum(STATUS_CODES).nullable(),
    created_at: Moment,
    sent_at: Moment,
    updated_at: Moment,
    completed_at: Moment.nullable(),
    people: z.array(Person).min(1),
    author: PersonKey,
    recipient: PersonKey,
    assignee: PersonKey.nullable(),
    order_version: Counted,
    order: OrderFields,
    /** Edits and proposed edits of the order since it was sent, oldest first. */
    order_changes: z.array(ExportedChange),
    orientation: Orientation.nullable(),
    /** All versions, oldest first. */
    files: z.array(ExportedFile),
    /** Path of the order form; null if it could not be drawn. */
    order_form: PathInCase.nullable(),
    /** Papers of the statements for the device, by version and language. Omitted when empty. */
    statements: z
      .array(z.object({ version: z.number().int().positive(), language: Language, path: PathInCase }))
      .min(1)
      .optional(),
    /** Shipments with their carriers, oldest first. Omitted when empty. */
    shipments: z
      .array(
        z.object({
          carrier: z.enum(CARRIER_CODES),
          carrier_name: z.string().max(SHIPPING_LIMITS.name),
          number: z.string().regex(/^[A-Za-z0-9 ./-]{0,40}$/),
          link: z
            .string()
            .max(2 * SHIPPING_LIMITS.link)
            .regex(/^(https:\/\/.*)?$/),
          by: PersonKey,
          at: Moment,
        }),
      )
      .min(1)
      .optional(),
    /**
     * Done steps of the work, oldest first; only in exports of the side that works on the case. The name is '' for the
     * default one. Omitted when empty.
     */
    steps: z
      .array(
        z.object({
          step: z.string().regex(/^[a-z0-9_-]{1,36}$/),
          name: z.string().max(PLAN_LIMITS.name),
          by: PersonKey,
          at: Moment,
        }),
      )
      .min(1)
      .optional(),
    comments: z.array(ExportedComment),
  })
  .meta({ title: 'A case exported from Cusp' });
export type ExportedCase = z.infer<typeof ExportedCase>;

/** `draft.json`: a case that its author has not sent yet. */
export const ExportedDraft = z
  .object({
    no: z.string().regex(/^[\w-]{1,40}$/),
    created_at: Moment,
    updated_at: Moment,
    /** Intended recipient; null if none was chosen, and '' for deleted accounts. */
    recipient: Person.pick({ first_name: true, last_name: true, institution: true }).nullable(),
    order: OrderFields,
    /** All versions, oldest first. */
    files: z.array(ExportedFile.omit({ uploaded_by: true })),
  })
  .meta({ title: 'A draft exported from Cusp' });
export type ExportedDraft = z.infer<typeof ExportedDraft>;
