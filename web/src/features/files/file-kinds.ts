import {
  DOWNLOADED_PICTURES,
  EXPORT_BLOCKED_EXTENSIONS,
  PREVIEW_EXTENSIONS,
} from '@cusp/contract/file-types';
import { extensionOf, hasExtension, SCAN_EXTENSIONS } from '@cusp/mesh/file-extensions';

export const isPdf = (filename: string): boolean => extensionOf(filename) === 'pdf';

export const isMesh = (filename: string): boolean => hasExtension(filename, SCAN_EXTENSIONS);

/** Whether a file can contain a scan, so that the own side of a locked device may not download it. */
export const canCarryScan = (filename: string): boolean => hasExtension(filename, EXPORT_BLOCKED_EXTENSIONS);

/** Whether the page can show a file. */
export const isPreviewable = (filename: string): boolean => hasExtension(filename, PREVIEW_EXTENSIONS);

/** Whether a file is a picture that can only be downloaded. */
export const isDownloadedPicture = (filename: string): boolean => hasExtension(filename, DOWNLOADED_PICTURES);

const stemOf = (filename: string): string => filename.slice(0, filename.lastIndexOf('.')).toLowerCase();

/** The scanner's printable order form: the newest pdf named after the newest qcProject file. */
export function orderFormOf<T extends { filename: string }>(files: readonly T[]): T | undefined {
  const project = files.findLast(({ filename }) => extensionOf(filename) === 'qcproject');
  if (!project) return undefined;
  return files.findLast(({ filename }) => isPdf(filename) && stemOf(filename) === stemOf(project.filename));
}
