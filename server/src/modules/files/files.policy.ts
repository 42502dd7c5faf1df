import type { UserType } from '@cusp/contract/cases';
import type { ErrorCode } from '@cusp/contract/errors';
import { EXPORT_BLOCKED_EXTENSIONS } from '@cusp/contract/file-types';
import { hasExtension } from '@cusp/mesh/file-extensions';

/** The fields of a case or one's own draft that file rules need. */
export interface Place {
  isDraft: boolean;
  status: string;
  side: UserType;
  fromLockedDevice: boolean;
}

interface KeptFile {
  uploaderId: number;
  filename: string;
  mediaType: string;
  fromLockedDevice: boolean;
  /** Why it stays closed after the malware scan, or until then. */
  quarantine: 'waiting' | 'infected' | 'too_large' | null;
}

const QUARANTINED = {
  waiting: 'file_waits_for_scan',
  infected: 'file_infected',
  too_large: 'file_too_large_to_scan',
} as const satisfies Record<NonNullable<KeptFile['quarantine']>, ErrorCode>;

/** Either side may add files until the case is closed. */
export const mayAddFile = (place: Place): ErrorCode | null =>
  place.status === 'CLSD' ? 'case_closed' : null;

/** Either side may set the role of a scan until the case is closed, regardless of who sent it or is assigned. */
export const mayClassify = (place: Pick<Place, 'status'>): ErrorCode | null =>
  place.status === 'CLSD' ? 'case_closed' : null;

/** Only the uploader may delete a file, and not from a closed case. */
export function mayRemoveFile(userId: number, place: Place, file: { uploaderId: number }): ErrorCode | null {
  if (file.uploaderId !== userId) return 'file_not_yours';
  return place.status === 'CLSD' ? 'case_closed' : null;
}

/** Content types that can contain a scan, whatever the file's name is. */
const canCarryScan = (mediaType: string): boolean =>
  mediaType.startsWith('model/') || mediaType === 'application/zip' || mediaType === 'application/dicom';

/**
 * A file with malware is closed to all, and one that waits for its scan to all but its uploader (`reader`). Scans of a
 * locked export-managed device go only to the recipient's side; the sender's side may not export them.
 */
export function mayTakeFile(
  place: Place,
  file: Omit<KeptFile, 'uploaderId'> & { uploaderId?: number },
  reader?: number,
): ErrorCode | null {
  const isOwn = reader !== undefined && file.uploaderId === reader;
  if (file.quarantine && !(file.quarantine === 'waiting' && isOwn)) return QUARANTINED[file.quarantine];
  const isScan = canCarryScan(file.mediaType) || hasExtension(file.filename, EXPORT_BLOCKED_EXTENSIONS);
  const isLocked = place.fromLockedDevice || file.fromLockedDevice;
  return isScan && isLocked && place.side !== 'OT' ? 'export_blocked' : null;
}

/** The zip contains the scans, so it is blocked as a whole. */
export function mayTakeAll(
  place: Place,
  files: readonly Pick<KeptFile, 'fromLockedDevice' | 'quarantine'>[],
): ErrorCode | null {
  const isLocked = place.fromLockedDevice || files.some((file) => file.fromLockedDevice);
  if (isLocked && place.side !== 'OT') return 'export_blocked';
  return files.some(({ quarantine }) => quarantine === 'waiting') ? 'file_waits_for_scan' : null;
}

/** Files that stay closed for good are left out of a zip, whose other files are still wanted. */
export const leavesOut = ({ quarantine }: Pick<KeptFile, 'quarantine'>): boolean => quarantine !== null;

/** Until the case is closed, the uploader decides whether others get a picture with location and device. */
export function maySetMetadata(
  userId: number,
  place: Pick<Place, 'status'>,
  file: { uploaderId: number },
): ErrorCode | null {
  if (file.uploaderId !== userId) return 'forbidden';
  return place.status === 'CLSD' ? 'case_closed' : null;
}
