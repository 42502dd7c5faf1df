import type { ScanRole, SourcedClass } from '@cusp/mesh/scan-roles';
import type { ScanUnit } from '@cusp/mesh/scan-units';

/** A file with a class that the reader may correct if the server allows it. */
export interface ClassifiedFile {
  id: number;
  filename: string;
  scan: SourcedClass & { is_editable?: boolean; unit?: ScanUnit };
}

/** A scan whose size is impossible in millimetres. */
export interface UnitQuestion {
  id: number;
  filename: string;
  role: ScanRole;
  /** Longest side of its bounding box, in units of the file. */
  size: number;
  /** Whether the reader may answer. */
  isEditable: boolean;
}
