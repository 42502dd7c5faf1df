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
}

/** Either side may add files until the case is closed. */
export const mayAddFile = (place: Place): ErrorCode | null =>
  place.status === 'CLSD' ? 'case_closed' : null;

/** Either side may say what a scan shows until the case is closed, regardless of who sent it or is assigned. */
export const mayClassify = (place: Pick<Place, 'status'>): ErrorCode | null =>
  place.status === 'CLSD' ? 'case_closed' : null;

/** Only the uploader may delete a file, and not from a closed case. */
export function mayRemoveFile(userId: number, place: Place, file: { uploaderId: number }): ErrorCode | null {
  if (file.uploaderId !== userId) return 'file_not_yours';
  return place.status === 'CLSD' ? 'case_closed' : null;
}

/** Content types that can contain a scan, whatever the name says. */
const canCarryScan = (mediaType: string): boolean =>
  mediaType.startsWith('model/') || mediaType === 'application/zip' || mediaType === 'application/dicom';

/** Only the recipient gets scans of a locked export-managed device; the sender's side may not export them. */
export function mayTakeFile(
  place: Place,
  file: Pick<KeptFile, 'filename' | 'mediaType' | 'fromLockedDevice'>,
): ErrorCode | null {
  const isScan = canCarryScan(file.mediaType) || hasExtension(file.filename, EXPORT_BLOCKED_EXTENSIONS);
  const isLocked = place.fromLockedDevice || file.fromLockedDevice;
  return isScan && isLocked && place.side !== 'OT' ? 'export_blocked' : null;
}

/** The zip contains the scans, so it is blocked as a whole. */
export function mayTakeAll(place: Place, files: readonly { fromLockedDevice: boolean }[]): ErrorCode | null {
  const isLocked = place.fromLockedDevice || files.some((file) => file.fromLockedDevice);
  return isLocked && place.side !== 'OT' ? 'export_blocked' : null;
}

/** Until the case is closed, the uploader decides whether others get a picture with location and device. */
export function maySetMetadata(
  userId: number,
  place: Pick<Place, 'status'>,
  file: { uploaderId: number },
): ErrorCode | null {
  if (file.uploaderId !== userId) return 'forbidden';
  return place.status === 'CLSD' ? 'case_closed' : null;
}
