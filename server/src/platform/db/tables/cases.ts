import type { NumberSystem, StatusCode } from '@cusp/contract/cases';
import type { Orientation } from '@cusp/contract/orientation';
import type { PinPlace } from '@cusp/contract/pin';
import type { MeshErrorCode } from '@cusp/mesh/mesh';
import type { ScanRole } from '@cusp/mesh/scan-roles';
import type { ScanUnit } from '@cusp/mesh/scan-units';
import type { Generated, JSONColumnType } from 'kysely';

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
  /** Kept from before cases named their device, where `device_id` is null; otherwise the lock decides. */
  from_locked_device: Generated<boolean>;
  /** What it was scanned with, and whose registration of it counts: both or neither. */
  device_id: Generated<number | null>;
  device_user_id: Generated<number | null>;
  comment_count: Generated<number>;
  file_count: Generated<number>;
  version: Generated<number>;
  /** 1 as it was sent; each change of the order that applied raises it. */
  order_version: Generated<number>;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
  /** Null while the case is a draft. */
  published_at: Date | null;
  /** When the work was last completed; null while it is not. */
  completed_at: Date | null;
  /** When each side deleted its copy; of a draft, when its author discarded it. */
  author_removed_at: Generated<Date | null>;
  recipient_removed_at: Generated<Date | null>;
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
  /** Contradictions that the author confirmed as meant, see `OrderProblem.mark`. */
  meant: Generated<string[]>;
}

export interface CaseFileTable {
  id: Generated<number>;
  case_id: number;
  uploader_id: number;
  filename: string;
  size: number;
  /** Lower-case hex of the bytes as uploaded. */
  sha256: string;
  /** Unsigned; null until it is computed for a file of before it was kept. */
  crc32: Generated<number | null>;
  /** Counts the files of the same name in a case, deleted ones too, from 1. */
  version: Generated<number>;
  storage_key: string;
  media_type: string;
  from_locked_device: Generated<boolean>;
  /** Others get it with its place and device, as its uploader wants. */
  keeps_metadata: Generated<boolean>;
  /** When the other side was told (`upload-done`). */
  announced_at: Date | null;
  created_at: Generated<Date>;
  deleted_at: Date | null;
}

/** A file that comes in parts. */
export interface UploadTable {
  id: Generated<string>;
  case_id: number;
  user_id: number;
  filename: string;
  size: number;
  /** When the file was last changed on the sender's machine, ms; tells it from another of its name and size. */
  modified: number | null;
  /** Bytes that are stored. */
  received: Generated<number>;
  /** The file it became. */
  file_id: number | null;
  created_at: Generated<Date>;
  expires_at: Date;
}

export interface UploadPartTable {
  upload_id: string;
  start: number;
  size: number;
  storage_key: string;
}

/** The small copy of a mesh that the viewer opens first; neither key nor failure while it is in the making. */
/**
 * Bytes that are served instead of a file's own. `clean`: without what could name a patient, a place or a device.
 * `preview`: a JPEG of a picture that browsers cannot show. No key and no failure: the file itself is clean.
 */
export interface ServedCopyTable {
  file_id: number;
  kind: 'clean' | 'preview';
  recipe: number;
  storage_key: string | null;
  size: number | null;
  /** Lower-case hex of the stored bytes. */
  sha256: string | null;
  crc32: number | null;
  /** Why there is none. */
  failure: string | null;
  made_at: Generated<Date>;
}

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
  /** The longest side of what the file shows, mm. */
  longest_mm: Generated<number | null>;
  /** Whether that has no open edge. */
  is_closed: Generated<boolean | null>;
  /** Why there is none. */
  failure: MeshErrorCode | null;
  /** Keys of the material files that the scan asks for; null while nobody has looked. */
  material_files: Generated<string[] | null>;
  /** Counts up whenever one of them comes or goes: what was made with another count is out of date. */
  materials_changed: Generated<number>;
  made_at: Generated<Date>;
}

/** What somebody said that the scan of a name in a case shows; all its versions show it. */
export interface ScanUnitTable {
  file_id: number;
  unit: ScanUnit;
  chosen_by: number;
  chosen_at: Generated<Date>;
}

/** Where somebody marked the patient's front in the scans. */
export interface CaseOrientationTable {
  case_id: number;
  orientation: JSONColumnType<Orientation>;
  marked_by: number;
  marked_at: Generated<Date>;
}

export interface ScanChoiceTable {
  case_id: number;
  filename: string;
  role: ScanRole;
  jaw: 'upper' | 'lower' | null;
  /** FDI number. */
  tooth: number | null;
  chosen_by: number;
  chosen_at: Generated<Date>;
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
  /** Without the names of mentioned people; see `comment_mention`. */
  body: string;
  /** Key the browser made for the comment; the same key is the same comment. */
  client_key: Generated<string | null>;
  version: Generated<number>;
  /** File of the case that the comment points at. */
  file_id: Generated<number | null>;
  /** The place on the scan `pin_file_id` that it is about. */
  pin: Generated<PinPlace | null>;
  pin_file_id: Generated<number | null>;
  /** Counts the pins of a case; stays when the pin is taken off, so that a number is given once. */
  pin_no: Generated<number | null>;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
  deleted_at: Date | null;
}

/** A person named in a comment: their name belongs at this place of the body. */
export interface CommentMentionTable {
  comment_id: number;
  /** UTF-16 units before it. */
  at: number;
  /** Order of the mentions in the comment. */
  ordinal: number;
  user_id: number;
}

/** Exists as long as the person has not seen the comment. */
export interface UnreadCommentTable {
  user_id: number;
  case_id: number;
  comment_id: number;
  /** When a mail told of it. */
  mailed_at: Generated<Date | null>;
}

/** Cases of which one person deleted the copies of their side at once. */
export interface CaseDeletionTable {
  id: Generated<number>;
  user_id: number;
  case_ids: number[];
  /** Those of which the author's copy was removed by it, and the recipient's; both, where one circle had both. */
  author_copies: number[];
  recipient_copies: number[];
  /** Comments with a higher id were written after it. */
  last_comment: number;
  /** Until then it can be undone. */
  ends_at: Date;
  outcome: Generated<'undone' | 'final' | null>;
  created_at: Generated<Date>;
}

/** Sent cases of a pair of people in a status; written by triggers only. */
export interface CaseTallyTable {
  author_id: number;
  recipient_id: number;
  status: StatusCode;
  /** Cases of which the author has a copy, the recipient, and either of them. */
  author_count: number;
  recipient_count: number;
  count: number;
}

/** What is made in a sent case: one row for each type and material. Written by triggers only. */
export interface CaseMadeTable {
  case_id: number;
  author_id: number;
  recipient_id: number;
  status: StatusCode;
  type: string;
  material: string;
}

/** Sent cases of a pair of people in a status with a type, a material or both; null is any. Written by triggers only. */
export interface MadeTallyTable {
  author_id: number;
  recipient_id: number;
  status: StatusCode;
  type: string | null;
  material: string | null;
  count: number;
}

/** Written by triggers only. */
export interface CaseSearchTable {
  case_id: number;
  /** 0 is the case itself: patient, number, institutions, note. */
  comment_id: Generated<number>;
  author_id: number;
  recipient_id: number;
  author_removed: Generated<boolean>;
  recipient_removed: Generated<boolean>;
  /** Folded; begins with a blank. */
  text: string;
}

/** A case that is open in a tab, as its page said last; lost when the database crashes. */
export interface CaseVisitTable {
  case_id: number;
  user_id: number;
  visit: string;
  /** The session of the page, whose line tells when its browser is gone. */
  session_id: string | null;
  began_at: Generated<Date>;
  seen_at: Generated<Date>;
  typing_until: Date | null;
}
