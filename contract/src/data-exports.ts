import * as z from 'zod';
import * as routes from './data-exports.routes.ts';
import { endpoint } from './endpoint.ts';
import { BLANK } from './identity.ts';
import { patient } from './patient.ts';
import { MAX_ACCESS_CASES } from './privacy.routes.ts';
import { CaseNo, Done, Id, Moment, RowId, Zone } from './wire.ts';

export const DataExport = z.object({
  id: z.number().int(),
  scope: z.enum(routes.EXPORT_SCOPES),
  /** The patient or the number of the case; '' for the practice. */
  about: patient(z.string()),
  state: z.enum(['queued', 'running', 'done', 'failed']),
  /** Only with `failed`. */
  problem: z.enum(['not_entitled', 'group_changed', 'scanner_locked', 'internal']).nullable(),
  cases_done: z.number().int(),
  cases_total: z.number().int(),
  /** Length of the ready file. */
  bytes: z.number().int().nullable(),
  created_date: Moment,
  /** Until when a ready file can be downloaded. */
  until: Moment.nullable(),
});
export type DataExport = z.infer<typeof DataExport>;

export const listDataExports = endpoint(routes.listDataExports, {
  summary: 'Own exports of data, latest first: those under way, and those whose file is kept',
  reply: z.object({ exports: z.array(DataExport) }),
});

const zone = {
  /** Time zone of the times on pages and order forms. */
  zone: Zone,
};

export const startDataExport = endpoint(routes.startDataExport, {
  withoutAgreement: true,
  summary:
    'Have a job pack the practice’s cases into a zip; the same again answers the export that is under way',
  body: z.discriminatedUnion('scope', [
    z.object({ scope: z.literal('practice'), ...zone }),
    /** `ids`: cases of the patient, chosen from the list of `casesOfPatient`. */
    z.object({ scope: z.literal('patient'), ids: z.array(RowId).min(1).max(MAX_ACCESS_CASES), ...zone }),
    /** `no`: number of a case that the practice sees. */
    z.object({ scope: z.literal('case'), no: CaseNo.min(1, BLANK), ...zone }),
  ]),
  reply: DataExport,
  perMinute: 10,
});

export const removeDataExport = endpoint(routes.removeDataExport, {
  withoutAgreement: true,
  summary: 'Stop an own export, or remove its file',
  params: z.object({ id: Id }),
  reply: Done,
});

export const dataExportFile = endpoint(routes.dataExportFile, {
  summary: 'The zip of an own export, whole or a range of it, for three days after it is ready',
  params: z.object({ id: Id }),
  perMinute: 600,
});
