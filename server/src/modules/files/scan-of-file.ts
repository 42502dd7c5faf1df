import type { FileScan } from '@cusp/contract/cases';
import { classifyScan, isPackedName, rolesFor } from '@cusp/mesh/classify-scan';
import { roleByShape } from '@cusp/mesh/scan-shape';
import { millimetresIn } from '@cusp/mesh/scan-units';
import type { FileRow } from './files.sql.ts';

type Facts = Pick<
  FileRow,
  'filename' | 'saidRole' | 'saidJaw' | 'saidTooth' | 'longest' | 'isClosed' | 'unit' | 'lightFailure'
>;

/**
 * The role of a file in 3D: set by a person, else derived from its name, else from its shape; and its unit if it was
 * set. Null for all other files.
 */
export function scanOfFile(file: Facts): FileScan | null {
  if (rolesFor(file.filename).length === 0) return null;
  // Packed scans can be encrypted or contain no surface, so they count as scans once a light copy exists.
  if (isPackedName(file.filename) && (file.longest === null || file.lightFailure)) return null;
  return { ...classOf(file), ...(file.unit ? { unit: file.unit } : {}) };
}

function classOf({ filename, saidRole, saidJaw, saidTooth, longest, isClosed, unit }: Facts): FileScan {
  if (saidRole) {
    return {
      role: saidRole,
      ...(saidJaw ? { jaw: saidJaw } : {}),
      ...(saidTooth ? { tooth: saidTooth } : {}),
      by: 'person',
    };
  }
  const named = classifyScan(filename);
  if (named.role !== 'unknown' || longest === null || isClosed === null) return { ...named, by: 'name' };
  const role = roleByShape({ longest: longest * millimetresIn[unit ?? 'mm'], isClosed });
  return role ? { role, by: 'shape' } : { ...named, by: 'name' };
}
