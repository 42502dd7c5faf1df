import type { ErrorCode } from '@cusp/contract/errors';
import type { SharedFile } from '@cusp/contract/sharing';
import { hasExtension, READABLE_EXTENSIONS } from '@cusp/mesh/file-extensions';
import { type RawBuilder, sql } from 'kysely';
import { sideOf } from '../case-access/case-access.policy.ts';
import { circleOf } from '../case-access/circle.sql.ts';
import { mayTakeFile } from '../files/files.policy.ts';
import type { FileRow } from '../files/files.sql.ts';
import { showsInPage } from '../files/inline.ts';
import { scanOfFile } from '../files/scan-of-file.ts';

/**
 * The links of a visible case that a person sees and may revoke: those of their group and, on the author's side, all.
 * Guests are never on the author's side, because a case is stored where its author lives.
 * Expects `share_link` and `dental_case` in the query.
 */
export const sharesManagedBy = (userId: number): RawBuilder<boolean> => sql<boolean>`(
  share_link.maker_id = any(${circleOf(userId)}) or ${sideOf(userId)} <> 'OT'
)`;

/**
 * Scans of a locked device, and files that could contain one, are never given through a link, because its visitor is
 * on neither side.
 */
export const blockOf = (file: FileRow): ErrorCode | null =>
  mayTakeFile({ ...file, status: file.caseStatus, side: 'SG' }, file);

export const isBlocked = (file: FileRow): boolean => blockOf(file) !== null;

/** How the page behind a link can show a file; null if it cannot. */
export function showsAs(file: FileRow): SharedFile['shows_as'] {
  if (isBlocked(file)) return null;
  if (showsInPage(file)) return file.mediaType === 'application/pdf' ? 'pdf' : 'picture';
  const isScan = hasExtension(file.filename, READABLE_EXTENSIONS) || scanOfFile(file) !== null;
  return isScan ? 'scan' : null;
}

export const mayDownload = (link: { allows_download: boolean }, file: FileRow): boolean =>
  link.allows_download && !isBlocked(file);
