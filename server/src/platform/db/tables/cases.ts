import type { NumberSystem, StatusCode } from '@cusp/contract/cases';
import type { MeshErrorCode } from '@cusp/contract/mesh/mesh';
import type { Generated } from 'kysely';

export interface DentalCaseTable {
  id: Generated<number>;
  no: string;
  /** Key the browser made when it began the draft; the same key is the same draft. */
  client_key: string | null;
  author_id: number;
  recipient_id: number | null;
  assignee_id: number | null;
  status: Generated<StatusCode>;
  prev_status: StatusCode | null;
  patient_first: Generated<string>;
  patient_last: Generated<string>;
  patient_sex: 'M' | 'F' | 'O' | null;
  /** `YYYY-MM-DD`. */
  patient_birth: string | null;
  number_sys: Generated<NumberSystem>;
  /** `YYYY-MM-DD`. */
  delivery_date: string | null;
  note: Generated<string>;
  no_restoration_reason: Generated<string>;
  scans_follow: Generated<boolean>;
  from_locked_device: Generated<boolean>;
  comment_count: Generated<number>;
  file_count: Generated<number>;
  version: Generated<number>;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
  /** Null while the case is a draft. */
  published_at: Date | null;
  deleted_at: Date | null;
}

export interface RestorationTable {
  id: Generated<number>;
  case_id: number;
  position: number;
  type: string;
  /** Name from a foreign order; empty for catalogue types. */
  display_name: Generated<string>;
  /** FDI numbers, 51 to 85 primary. */
  teeth: Generated<number[]>;
  /** Tooth tokens of a foreign order that are no known tooth. */
  tooth_text: Generated<string>;
  arch: 'upper' | 'lower' | null;
  material: Generated<string>;
  shade: Generated<string>;
  stump_shade: Generated<string>;
}

export interface CaseFileTable {
  id: Generated<number>;
  case_id: number;
  uploader_id: number;
  filename: string;
  size: number;
  /** Lower-case hex of the bytes as uploaded. */
  sha256: string;
  storage_key: string;
  media_type: string;
  from_locked_device: Generated<boolean>;
  /** When the other side was told (`upload-done`). */
  announced_at: Date | null;
  created_at: Generated<Date>;
  deleted_at: Date | null;
}

/** The small copy of a mesh that the viewer opens first; neither key nor failure while it is in the making. */
export interface LightCopyTable {
  file_id: number;
  recipe: number;
  /** Begun and not ended yet. */
  tries: Generated<number>;
  storage_key: string | null;
  size: number | null;
  /** Lower-case hex of the stored bytes. */
  sha256: string | null;
  triangles: number | null;
  /** Why there is none. */
  failure: MeshErrorCode | null;
  made_at: Generated<Date>;
}

export interface DownloadGrantTable {
  name: string;
  case_id: number;
  user_id: number;
  expires_at: Date;
}

export interface CaseCommentTable {
  id: Generated<number>;
  case_id: number;
  author_id: number;
  body: string;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
  deleted_at: Date | null;
}

/** Exists as long as the person has not seen the comment. */
export interface UnreadCommentTable {
  user_id: number;
  case_id: number;
  comment_id: number;
}

/** Sent cases of a pair of people in a status; written by triggers only. */
export interface CaseTallyTable {
  author_id: number;
  recipient_id: number;
  status: StatusCode;
  count: number;
}

export interface CaseSearchTable {
  case_id: number;
  author_id: number;
  recipient_id: number;
  /** Folded; begins with a blank. */
  text: string;
}

/** A case that is open in a tab, as its page said last; lost when the database crashes. */
export interface CaseVisitTable {
  case_id: number;
  user_id: number;
  visit: string;
  began_at: Generated<Date>;
  seen_at: Generated<Date>;
  typing_until: Date | null;
}
