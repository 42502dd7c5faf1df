import type { CaseFile, FileVersion } from '@cusp/contract/cases';
import { pathOf } from '@cusp/contract/endpoint';
import { downloadFile } from '@cusp/contract/files';
import { fullName } from '@cusp/text/names';
import { mayClassify, mayRemoveFile, maySetMetadata } from './files.policy.ts';
import type { FileRow } from './files.sql.ts';
import { scanOfFile } from './scan-of-file.ts';
import { cleanOf, servedFile } from './served-file.ts';

export const fileUrl = (id: number): string => pathOf(downloadFile, { id });

/** Files as listed: the newest of each name with its earlier versions. `rows` are oldest first. */
export const presentFiles = (userId: number, rows: readonly FileRow[]): CaseFile[] =>
  byName(rows).map(([newest, ...earlier]) => ({
    ...presentVersion(userId, newest),
    earlier: earlier.map((row) => presentVersion(userId, row)),
  }));

/** Versions of each name, newest first; names in the order of their newest version. */
export function byName<T extends { filename: string }>(rows: readonly T[]): [newest: T, ...earlier: T[]][] {
  const names = new Map<string, [T, ...T[]]>();
  for (const row of rows) {
    const earlier = names.get(row.filename) ?? [];
    names.delete(row.filename);
    names.set(row.filename, [row, ...earlier]);
  }
  return [...names.values()];
}

/** The current files: the newest of each name. */
export const newestOf = <T extends { filename: string }>(rows: readonly T[]): T[] =>
  byName(rows).map(([newest]) => newest);

function presentVersion(userId: number, row: FileRow): FileVersion {
  const scan = scanOfFile(row);
  const clean = cleanOf(row);
  const { size, sha256 } = servedFile(row);
  return {
    id: row.id,
    filename: row.filename,
    url: fileUrl(row.id),
    size,
    updated_date: row.createdAt.toISOString(),
    uploader: row.uploaderId === userId,
    uploader_name: fullName(row.uploaderFirst, row.uploaderLast),
    from_locked_device: row.fromLockedDevice,
    sha256,
    ...(row.quarantine ? { quarantine: row.quarantine } : {}),
    ...(clean
      ? {
          clean: {
            sha256: clean.sha256,
            is_given: !row.keepsMetadata,
            is_editable: maySetMetadata(userId, { status: row.caseStatus }, row) === null,
          },
        }
      : {}),
    ...(row.lightFailure ? { light_failure: row.lightFailure } : {}),
    ...(scan ? { scan: { ...scan, is_editable: mayClassify({ status: row.caseStatus }) === null } } : {}),
    del_enabled: mayRemoveFile(userId, { ...row, status: row.caseStatus }, row) === null,
    version: row.version,
  };
}
