import type { CaseFile } from '@cusp/contract/cases';
import { isPreviewPicture } from '@cusp/contract/file-types';
import { isSurface, scannedJaw } from '@cusp/mesh/classify-scan';
import { extensionOf } from '@cusp/mesh/file-extensions';

type Ordered = Pick<CaseFile, 'filename' | 'scan'>;

/** Sort positions of the kinds of files: those that people open first come first. */
function rankOf(file: Ordered): number {
  // The case shows the generated preview above the list.
  if (isPreviewPicture(file.filename)) return 5;
  const jaw = scannedJaw(file);
  if (jaw) return jaw === 'upper' ? 0 : 1;
  if (isSurface(file)) return 2;
  return extensionOf(file.filename) === 'xyz' ? 4 : 3;
}

/**
 * Scans of the jaws, other scans, documents and pictures, margin lines, and last the generated preview; newest first
 * within each.
 * @param files Oldest first.
 */
export const inListOrder = <F extends Ordered>(files: readonly F[]): F[] =>
  files.toReversed().sort((a, b) => rankOf(a) - rankOf(b));
