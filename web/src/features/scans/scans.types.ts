import type { SourcedClass } from '@cusp/contract/mesh/scan-roles';

/** A file whose class is told, and that somebody may correct where the server says so. */
export interface ClassifiedFile {
  id: number;
  filename: string;
  scan: SourcedClass & { is_editable?: boolean };
}
