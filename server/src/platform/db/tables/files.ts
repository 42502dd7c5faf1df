import type { Orientation } from '@cusp/contract/orientation';
import type { MeshErrorCode } from '@cusp/mesh/mesh';
import type { ScanRole } from '@cusp/mesh/scan-roles';
import type { ScanUnit } from '@cusp/mesh/scan-units';
import type { Generated, JSONColumnType } from 'kysely';

export interface CaseFileTable {
  id: Generated<number>;
  case_id: number;
  uploader_id: number;
  filename: string;
  size: number;
  /** Lower-case hex of the bytes as uploaded. */
  sha256: string;
  /** Unsigned; null for older files until it is computed. */
  crc32: Generated<number | null>;
  /** Counts the files of the same name in a case from 1, including deleted ones. */
  version: Generated<number>;
  storage_key: string;
  media_type: string;
  from_locked_device: Generated<boolean>;
  /** Whether others get its location and device metadata, as its uploader chose. */
  keeps_metadata: Generated<boolean>;
  /** When the other side was notified (`upload-done`). */
  announced_at: Date | null;
  created_at: Generated<Date>;
  deleted_at: Date | null;
}

/** A file that arrives in parts. */
export interface UploadTable {
  id: Generated<string>;
  case_id: number;
  user_id: number;
  filename: string;
  size: number;
  /**
   * When the file was last changed on the sender's machine, in milliseconds; distinguishes files of the same name and
   * size.
   */
  modified: number | null;
  /** Bytes stored so far. */
  received: Generated<number>;
  /** The finished file. */
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

/**
 * Bytes that are served instead of the file's own. `clean`: without metadata that could identify a patient, a place or
 * a device. `preview`: a JPEG of a picture that browsers cannot show. If key and failure are both null, the file itself
 * is clean.
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
  /** Why it could not be made. */
  failure: string | null;
  /** Consecutive attempts that took too long. */
  timeouts: Generated<number>;
  made_at: Generated<Date>;
}

/** The small copy of a mesh that the viewer opens first; neither key nor failure while it is being made. */
export interface LightCopyTable {
  file_id: number;
  recipe: number;
  /** Number of started attempts. */
  tries: Generated<number>;
  storage_key: string | null;
  size: number | null;
  /** Lower-case hex of the stored bytes. */
  sha256: string | null;
  triangles: number | null;
  /** Longest side of the bounding box, in millimetres. */
  longest_mm: Generated<number | null>;
  /** Whether the mesh has no open edge. */
  is_closed: Generated<boolean | null>;
  /** Why it could not be made. */
  failure: MeshErrorCode | null;
  /** Keys of the material files that the scan refers to; null until it was read. */
  material_files: Generated<string[] | null>;
  /** Raised when one of them is added or removed; copies made at another value are outdated. */
  materials_changed: Generated<number>;
  made_at: Generated<Date>;
}

/** The unit chosen for one version of a mesh. */
export interface ScanUnitTable {
  file_id: number;
  unit: ScanUnit;
  chosen_by: number;
  chosen_at: Generated<Date>;
}

/** The patient's front in the scans, as a person marked it. */
export interface CaseOrientationTable {
  case_id: number;
  orientation: JSONColumnType<Orientation>;
  marked_by: number;
  marked_at: Generated<Date>;
}

/** Role chosen for the scan of a given name in a case; applies to all its versions. */
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
