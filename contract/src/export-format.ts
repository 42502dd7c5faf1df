import * as z from 'zod';
import { AGREEMENT_KINDS } from './agreements.routes.ts';
import { StatementFields } from './statements.ts';
import { Day, Language, Moment } from './wire.ts';

/** Raised when programs written for the earlier version cannot read the files; imports read all versions. */
export const EXPORT_VERSION = 2;
/** Versions that an import reads. Version 1 did not have `keeps_metadata`. */
const READABLE_VERSIONS = [1, EXPORT_VERSION] as const;
export const EXPORT_FORMAT = 'cusp-export';

const ExportedAgreement = z.object({
  kind: z.enum(AGREEMENT_KINDS),
  version: z.string(),
  language: Language,
  accepted_at: Moment,
  /** SHA-256 of the text. */
  text_hash: z.string(),
  /** Path of the text, from the top of the zip. */
  path: z.string(),
});
export type ExportedAgreement = z.infer<typeof ExportedAgreement>;

/**
 * `statements/<case number>/<version>.json`: a statement that the practice has to keep, of a case missing from the
 * export.
 */
export const ExportedStatement = z
  .object({
    case_no: z.string(),
    version: z.number().int().positive(),
    issued_at: Moment,
    kept_until: Moment,
    is_implantable: z.boolean(),
    fields: StatementFields,
    /** Paths from the folder of the file. */
    papers: z.array(z.object({ language: Language, path: z.string() })),
  })
  .meta({ title: 'A statement exported from Cusp' });
export type ExportedStatement = z.infer<typeof ExportedStatement>;

/** `export.json`: scope of the export, and for a practice also its people and connections. */
export const ExportManifest = z
  .object({
    format: z.literal(EXPORT_FORMAT),
    version: z.literal(EXPORT_VERSION),
    scope: z.enum(['practice', 'patient', 'case']),
    made_at: Moment,
    made_by: z.email(),
    /** Folders below `cases`. */
    cases: z.number().int().min(0),
    /** Folders below `drafts`, if it is of a practice. */
    drafts: z.number().int().min(0).optional(),
    /** Statements below `statements`, if it is of a practice. */
    statements: z.number().int().min(0).optional(),
    /** Documents that the person accepted on behalf of the practice, the latest first. */
    agreements: z.array(ExportedAgreement).optional(),
    practice: z
      .object({
        group: z.string().nullable(),
        people: z.array(
          z.object({
            email: z.email(),
            first_name: z.string(),
            last_name: z.string(),
            role: z.string(),
            institution: z.string(),
            country: z.string(),
            phone: z.string(),
            address: z.string(),
            language: z.string(),
            member_since: Day,
          }),
        ),
        /** Accepted ones. */
        connections: z.array(
          z.object({
            email: z.string(),
            first_name: z.string(),
            last_name: z.string(),
            institution: z.string(),
          }),
        ),
      })
      .nullable(),
  })
  .meta({ title: 'An export from Cusp' });
export type ExportManifest = z.infer<typeof ExportManifest>;

/** `export.json` of any version that can be imported. */
export const ImportManifest = ExportManifest.extend({ version: z.literal(READABLE_VERSIONS) });
