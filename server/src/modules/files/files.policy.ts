import type { UserType } from '@cusp/contract/cases';
import type { ErrorCode } from '@cusp/contract/errors';
import { EXPORT_BLOCKED_EXTENSIONS } from '@cusp/contract/file-types';
import { hasExtension } from '@cusp/mesh/file-extensions';

/** A case or own draft as far as files need it. */
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

/** Anybody on either side may add files until the case is closed. */
export const mayAddFile = (place: Place): ErrorCode | null =>
  place.status === 'CLSD' ? 'case_closed' : null;

/** Anybody on either side may say what a scan shows, who sent it or who works with it, until the case is closed. */
export const mayClassify = (place: Pick<Place, 'status'>): ErrorCode | null =>
  place.status === 'CLSD' ? 'case_closed' : null;

/** Only the uploader, and not from a closed case. */
export function mayRemoveFile(userId: number, place: Place, file: { uploaderId: number }): ErrorCode | null {
  if (file.uploaderId !== userId) return 'file_not_yours';
  return place.status === 'CLSD' ? 'case_closed' : null;
}

/** Kinds of content that can carry a scan, whatever the name says. */
const canCarryScan = (mediaType: string): boolean =>
  mediaType.startsWith('model/') || mediaType === 'application/zip' || mediaType === 'application/dicom';

/** Scans of a locked export-managed device reach the recipient only; the sender's side may not take them out. */
export function mayTakeFile(
  place: Place,
  file: Pick<KeptFile, 'filename' | 'mediaType' | 'fromLockedDevice'>,
): ErrorCode | null {
  const isScan = canCarryScan(file.mediaType) || hasExtension(file.filename, EXPORT_BLOCKED_EXTENSIONS);
  const isLocked = place.fromLockedDevice || file.fromLockedDevice;
  return isScan && isLocked && place.side !== 'OT' ? 'export_blocked' : null;
}

/** The zip holds the scans, so all of it is blocked. */
export function mayTakeAll(place: Place, files: readonly { fromLockedDevice: boolean }[]): ErrorCode | null {
  const isLocked = place.fromLockedDevice || files.some((file) => file.fromLockedDevice);
  return isLocked && place.side !== 'OT' ? 'export_blocked' : null;
}

/** Whether others get a picture with its place and device is for its uploader to say, until the case is closed. */
export function maySetMetadata(
  userId: number,
  place: Pick<Place, 'status'>,
  file: { uploaderId: number },
): ErrorCode | null {
  if (file.uploaderId !== userId) return 'forbidden';
  return place.status === 'CLSD' ? 'case_closed' : null;
}
