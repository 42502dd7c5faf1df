import * as z from 'zod';
import { endpoint } from './endpoint.ts';
import { BLANK } from './identity.ts';
import { patient } from './patient.ts';
import * as routes from './privacy.routes.ts';
import { CaseNo, Day, Done, Id, ListPlace, Moment, RowId, Search, text, Zone } from './wire.ts';

const AccessedCase = z.object({
  id: z.number().int(),
  no: z.string(),
  /** The patient; '' if the practice has deleted its copy. */
  patient: patient(z.string()),
});

export const AccessEntry = z.object({
  id: z.string(),
  at: Moment,
  action: z.enum(routes.ACCESS_ACTIONS),
  /** Null for visitors of a link; the name is '' for a deleted account. */
  person: z.object({ id: z.number().int(), name: z.string(), institution: z.string() }).nullable(),
  /** Whether the person belongs to the practice. */
  is_own: z.boolean(),
  /** Staff did it in a support session, for `person`. */
  by_support: z.boolean(),
  /** Null for lists, unless a search asks for the cases on them. */
  case: AccessedCase.nullable(),
  /** How many cases a list showed for the first time within ten minutes; null for other actions. */
  case_count: z.number().int().nullable(),
  filename: patient(z.string().nullable()),
  /** Recipient of a link. */
  recipient: patient(z.string().nullable()),
  /** Network address and its country; null for people of the other side. */
  ip: z.string().nullable(),
  country: z.string().nullable(),
});
export type AccessEntry = z.infer<typeof AccessEntry>;

const Filter = z.object({
  /** Id of a member of the practice. */
  person: Id.optional(),
  /** Patient, number or institution: also shows accesses by the other side and through links. */
  search: Search,
  /** Whole days in `zone`, both included. */
  from: Day.optional(),
  to: Day.optional(),
  zone: Zone,
});
export type AccessFilter = z.output<typeof Filter>;

export const listAccesses = endpoint(routes.listAccesses, {
  summary: 'Who saw what: accesses to the cases of one’s practice, latest first',
  /** `before`: `next` of the previous page. */
  query: Filter.extend({
    before: ListPlace.optional(),
  }),
  reply: z.object({
    entries: z.array(AccessEntry),
    next: z.string().nullable(),
    /** Everybody of the practice, by name. */
    people: z.array(z.object({ id: z.number().int(), name: z.string() })),
    /** The search finds more cases than are included. */
    is_cut: z.boolean(),
  }),
});

export const exportAccesses = endpoint(routes.exportAccesses, {
  summary: 'The access log as a file',
  query: Filter.extend({ format: z.enum(['csv', 'json']) }),
  reply: 'bytes',
});

export const OpenLink = z.object({
  id: z.number().int(),
  case: AccessedCase,
  maker: z.string(),
  recipient: patient(z.string()),
  allows_download: z.boolean(),
  open_count: z.number().int(),
  last_opened_at: Moment.nullable(),
  created_at: Moment,
  expires_at: Moment,
  /** The case is stored in the other region, to which its author has moved. */
  is_elsewhere: z.boolean(),
});
export type OpenLink = z.infer<typeof OpenLink>;

export const listOpenLinks = endpoint(routes.listOpenLinks, {
  summary:
    'Working links that people of one’s practice made, and links that guests of this region made to its cases',
  query: z.object({ before: Id.optional() }),
  reply: z.object({
    /** Descending ids, of both regions. */
    links: z.array(OpenLink),
    next: z.number().int().nullable(),
    /** False while the other region, which may have more, does not respond. */
    is_complete: z.boolean(),
  }),
});

export const LegalHold = z.object({
  id: z.number().int(),
  case: AccessedCase,
  reason: z.string(),
  placed_by: z.string(),
  placed_at: Moment,
  /** The case is stored in the other region, to which its author has moved. */
  is_elsewhere: z.boolean(),
});
export type LegalHold = z.infer<typeof LegalHold>;

export const listHolds = endpoint(routes.listHolds, {
  summary: 'Open legal holds that one’s practice has placed on cases, latest first',
  reply: z.object({
    holds: z.array(LegalHold),
    /** False while the other region, which may have more, does not respond. */
    is_complete: z.boolean(),
  }),
});

export const placeHold = endpoint(routes.placeHold, {
  withoutAgreement: true,
  summary: 'Place a legal hold: nothing of the case is purged, and its files and comments stay as they are',
  body: z.object({
    /** Number of a case that the practice sees. */
    no: CaseNo.min(1, BLANK),
    reason: text(routes.MAX_HOLD_REASON).min(1, BLANK),
  }),
  reply: z.object({ id: z.number().int() }),
});

export const liftHold = endpoint(routes.liftHold, {
  withoutAgreement: true,
  summary: 'Lift a legal hold of one’s practice; does nothing if it is lifted',
  params: z.object({ id: Id }),
  reply: Done,
});

export const casesOfPatient = endpoint(routes.casesOfPatient, {
  summary:
    'Cases that the practice sees by patient, number or institution, and drafts of its people by patient or number, newest first, before a patient is erased',
  query: z.object({ search: Search.pipe(z.string().min(1, BLANK)) }),
  reply: z.object({
    cases: z.array(
      AccessedCase.extend({
        /** Tells patients of the same name apart. */
        birthdate: patient(Day.nullable()),
        published_date: Moment,
        /** A legal hold keeps the case. */
        is_held: z.boolean(),
        /** The other side has deleted its copy, so the case is purged with this one. */
        is_last_copy: z.boolean(),
      }),
    ),
    /** Unsent cases of everybody in the practice. */
    drafts: z.array(
      AccessedCase.extend({
        birthdate: patient(Day.nullable()),
        author: z.string(),
        updated_date: Moment,
        is_held: z.boolean(),
      }),
    ),
    /** There are more than the listed cases and drafts, which are 200 together. */
    is_cut: z.boolean(),
  }),
});

export const erasePatient = endpoint(routes.erasePatient, {
  withoutAgreement: true,
  summary:
    'Delete the practice’s copies of cases, whatever their status, purged once the other side has none; and discard its people’s drafts that name the patient',
  body: z.object({
    /** Cases and drafts that `casesOfPatient` listed. */
    ids: z.array(RowId).min(1).max(routes.MAX_ACCESS_CASES),
    /** The search that found them: what it no longer finds is kept; without it, all drafts are kept. */
    search: Search,
  }),
  reply: z.object({
    deleted: z.array(z.number().int()),
    kept: z.array(z.object({ id: z.number().int(), code: z.enum(['not_found', 'case_on_hold']) })),
  }),
});
