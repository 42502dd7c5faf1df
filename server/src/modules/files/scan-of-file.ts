import type { FileScan } from '@cusp/contract/cases';
import { classifyScan, rolesFor } from '@cusp/contract/mesh/classify-scan';
import { roleByShape } from '@cusp/contract/mesh/scan-shape';
import type { FileRow } from './files.sql.ts';

type Facts = Pick<FileRow, 'filename' | 'saidRole' | 'saidJaw' | 'saidTooth' | 'longest' | 'isClosed'>;

/** What a file shows in 3D: as somebody said, else by its name, else by its shape. Null for all other files. */
export function scanOfFile({ filename, saidRole, saidJaw, saidTooth, ...shape }: Facts): FileScan | null {
  if (rolesFor(filename).length === 0) return null;
  if (saidRole) {
    return {
      role: saidRole,
      ...(saidJaw ? { jaw: saidJaw } : {}),
      ...(saidTooth ? { tooth: saidTooth } : {}),
      by: 'person',
    };
  }
  const named = classifyScan(filename);
  const { longest, isClosed } = shape;
  if (named.role !== 'unknown' || longest === null || isClosed === null) return { ...named, by: 'name' };
  const role = roleByShape({ longest, isClosed });
  return role ? { role, by: 'shape' } : { ...named, by: 'name' };
}
