import type { CaseFile } from '@cusp/contract/cases';
import { pathOf } from '@cusp/contract/endpoint';
import { downloadFile } from '@cusp/contract/files';
import { mayRemoveFile } from './files.policy.ts';
import type { FileRow } from './files.sql.ts';

export const fileUrl = (id: number): string => pathOf(downloadFile, { id });

export function presentFile(userId: number, row: FileRow): CaseFile {
  return {
    id: row.id,
    filename: row.filename,
    url: fileUrl(row.id),
    size: row.size,
    updated_date: row.createdAt.toISOString(),
    uploader: row.uploaderId === userId,
    uploader_name: `${row.uploaderFirst} ${row.uploaderLast}`.trim(),
    from_locked_device: row.fromLockedDevice,
    sha256: row.sha256,
    ...(row.lightFailure ? { light_failure: row.lightFailure } : {}),
    del_enabled: mayRemoveFile(userId, { ...row, status: row.caseStatus }, row) === null,
  };
}
