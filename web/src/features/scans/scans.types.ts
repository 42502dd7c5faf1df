import type { ScanRole, SourcedClass } from '@cusp/mesh/scan-roles';
import type { ScanUnit } from '@cusp/mesh/scan-units';

/** A file whose class is told, and that somebody may correct where the server says so. */
export interface ClassifiedFile {
  id: number;
  filename: string;
  scan: SourcedClass & { is_editable?: boolean; unit?: ScanUnit };
}

/** A scan whose size is not possible in millimetres. */
export interface UnitQuestion {
  id: number;
  filename: string;
  role: ScanRole;
  /** Longest side of the box around it, in the numbers of the file. */
  size: number;
  /** Whether the reader may answer. */
  isEditable: boolean;
}
