import * as z from 'zod';
import { endpoint } from './endpoint.ts';
import { BLANK } from './identity.ts';
import { LIMITS } from './limits.ts';
import { patient } from './patient.ts';
import * as routes from './statements.routes.ts';
import { Day, Id, Language, line, Moment, text, Zone } from './wire.ts';

const { code, materials, text: LONG } = routes.STATEMENT_LIMITS;

export const StatementMaterial = z.object({
  name: line(100).min(1, BLANK),
  maker: line(100).default(''),
  lot: line(60).min(1, BLANK),
  expiry: Day.nullable().default(null),
  /** '' if it is not known. */
  gtin: z
    .string()
    .regex(/^(\d{14})?$/)
    .default(''),
});
export type StatementMaterial = z.infer<typeof StatementMaterial>;

/** Fields that the lab fills in; the characteristics come from the order. */
export const StatementFields = z.object({
  /** Name and address of the manufacturer. */
  manufacturer: line(LIMITS.institution).min(1, BLANK),
  address: text(LIMITS.address).min(1, BLANK),
  /** Further manufacturing sites, and the authorised representative; '' without. */
  sites: text(LONG),
  representative: text(LONG),
  /** Identifies the device. */
  device: line(100).min(1, BLANK),
  /** Identifies the patient without their name. */
  patient_code: patient(line(code).min(1, BLANK)),
  prescriber: line(2 * LIMITS.name).min(1, BLANK),
  institution: line(LIMITS.institution),
  /** Characteristics that are missing from the order. */
  remarks: patient(text(LONG)),
  materials: z.array(StatementMaterial).max(materials),
  /** Requirements of Annex I that are not fully met, with the grounds; '' if all are met. */
  exceptions: text(LONG),
  /** Medicinal substances and tissues in the device; '' without. */
  substances: text(LONG),
  /** Kept for 15 years instead of 10. */
  is_implantable: z.boolean(),
});
export type StatementFields = z.infer<typeof StatementFields>;

export const Statement = z.object({
  id: z.number().int(),
  case_no: z.string(),
  /** Counts the statements of a case from 1; each replaces the ones before. */
  version: z.number().int(),
  is_latest: z.boolean(),
  issued_date: Moment,
  /** '' for a deleted account. */
  issued_by: z.string(),
  patient_code: patient(z.string()),
  is_implantable: z.boolean(),
  /** Until when it is kept. */
  kept_until: Moment,
  /** Languages of its papers, that of the lab first. */
  languages: z.array(Language),
});
export type Statement = z.infer<typeof Statement>;

export const listStatements = endpoint(routes.listStatements, {
  summary: 'Statements for the custom-made device of a case, latest first (MDR Annex XIII)',
  params: z.object({ id: Id }),
  reply: z.object({
    statements: z.array(Statement),
    /** Whether the signed-in person may issue the next one now. */
    may_issue: z.boolean(),
  }),
});

export const statementForm = endpoint(routes.statementForm, {
  summary: 'The next statement of a case, filled from the order, the profile and the statement before',
  params: z.object({ id: Id }),
  reply: z.object({
    /** Version of the latest statement; 0 without. */
    after: z.number().int(),
    fields: StatementFields.extend({
      manufacturer: z.string(),
      address: z.string(),
      prescriber: z.string(),
    }),
  }),
});

export const issueStatement = endpoint(routes.issueStatement, {
  summary: 'Issue a statement, which cannot be changed any more; a correction is the next version',
  params: z.object({ id: Id }),
  body: StatementFields.extend({
    /** Repeating it returns the same statement. */
    key: z.uuid(),
    /** Version of the statement that it replaces; 0 for the first one. */
    after: z.number().int().min(0),
    /** Time zone of the printed date. */
    zone: Zone,
  }),
  reply: Statement,
  perMinute: 20,
});

export const statementFile = endpoint(routes.statementFile, {
  summary: 'The paper of a statement as it was issued, a PDF/A',
  params: z.object({ id: Id }),
  query: z.object({
    /** One of its languages; by default the reader's own, else that of the lab. */
    language: Language.optional(),
  }),
  perMinute: 120,
});

export const keptStatements = endpoint(routes.keptStatements, {
  summary: 'Statements that the practice has issued and must keep, latest first',
  query: z.object({
    /** Begins the number of a case or the patient’s code. */
    search: line(40).default(''),
    /** Id of the last one of the previous page. */
    before: Id.optional(),
  }),
  reply: z.object({
    statements: z.array(Statement),
    has_more: z.boolean(),
    /** False while copies of statements are missing that the practice issued before it moved to this region. */
    is_complete: z.boolean(),
  }),
});
