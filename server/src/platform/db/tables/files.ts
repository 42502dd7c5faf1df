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

/** What somebody said the numbers of one version of a mesh are. */
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

/** What somebody said that the scan of a name in a case shows; all its versions show it. */
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
