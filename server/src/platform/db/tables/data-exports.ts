import type { ExportScope } from '@cusp/contract/data-exports.routes';
import type { Language } from '@cusp/contract/wire';
import type { Generated } from 'kysely';

/** A zip of cases, which a job writes. */
export interface DataExportTable {
  id: Generated<number>;
  created_by: number;
  scope: ExportScope;
  /** Null for a practice, whose cases are read when the job begins. */
  case_ids: number[] | null;
  /** Language of the pages and order forms in the zip. */
  language: Language;
  time_zone: string;
  /** Key of the skin of the requested host. */
  brand: string;
  state: Generated<'queued' | 'running' | 'done' | 'failed' | 'cancelled'>;
  /** Why it failed. */
  problem: string | null;
  cases_total: number;
  cases_done: Generated<number>;
  /** Key of the ready file; each attempt writes to a separate key. */
  storage_key: string | null;
  bytes: number | null;
  sha256: string | null;
  created_at: Generated<Date>;
  /** The file is removed after it. */
  expires_at: Date;
}
