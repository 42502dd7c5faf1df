import type { Services } from '../../platform/services.ts';
import { cleanCopiesOf } from '../served-copies/clean-copy.ts';
import { type Bytes, CLEANED_PICTURES, type CopyOutcome } from '../served-copies/served-copies.sql.ts';
import type { FileRow } from './files.sql.ts';

/** The clean copy of a picture that has metadata; null for every other file. */
export const cleanOf = (file: FileRow): Bytes | null =>
  CLEANED_PICTURES.includes(file.mediaType) &&
  file.cleanKey !== null &&
  file.cleanSize !== null &&
  file.cleanSha256 !== null &&
  file.cleanCrc32 !== null
    ? { storageKey: file.cleanKey, size: file.cleanSize, sha256: file.cleanSha256, crc32: file.cleanCrc32 }
    : null;

/** Whether a picture's metadata was removed or it has none. Expects files from {@link withCleanCopies}. */
export const isCleanPicture = (file: FileRow): boolean =>
  CLEANED_PICTURES.includes(file.mediaType) && file.isLookedAt && file.cleanFailure === null;

/** A file as shown in a page: pictures without location, device and text. */
export const shownFile = (file: FileRow): FileRow => ({ ...file, ...cleanOf(file) });

/**
 * A file as a person gets it. The sender's side gets the original; others get a clean picture unless the sender
 * decided otherwise.
 */
export const servedFile = (file: FileRow): FileRow =>
  file.isOwnSide || file.keepsMetadata ? file : shownFile(file);

/** Files with their clean copies; missing copies of older pictures are made now. */
export async function withCleanCopies(services: Services, files: readonly FileRow[]): Promise<FileRow[]> {
  const unknown = files.filter((file) => !file.isLookedAt && CLEANED_PICTURES.includes(file.mediaType));
  if (unknown.length === 0) return [...files];
  const copies = await cleanCopiesOf(services, unknown);
  return files.map((file) => withCopy(file, copies.get(file.id)));
}

function withCopy(file: FileRow, copy: CopyOutcome | undefined): FileRow {
  if (!copy) return file;
  if (copy === 'same') return { ...file, isLookedAt: true };
  if ('failure' in copy) return { ...file, isLookedAt: true, cleanFailure: copy.failure };
  const { storageKey, size, sha256, crc32 } = copy;
  return {
    ...file,
    isLookedAt: true,
    cleanKey: storageKey,
    cleanSize: size,
    cleanSha256: sha256,
    cleanCrc32: crc32,
  };
}
