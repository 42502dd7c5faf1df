import type { SharedFile } from '@cusp/contract/sharing';
import { type Previewed, shownAs } from '../../files/files.offers.tsx';
import { sharedUrls } from './shared-files.ts';

/** Whether the page shows a file by itself: scans are in the 3D view. */
export const isPreviewed = ({ shows_as }: SharedFile): boolean =>
  shows_as === 'picture' || shows_as === 'pdf';

/**
 * What the page can show of some files. None opens in a window of its own; `save` is asked for one that the link lets
 * one save, because somebody may read for longer than an address works.
 */
export async function sharedPreviews(
  token: string,
  files: readonly SharedFile[],
  save: (file: SharedFile) => void,
): Promise<Previewed[]> {
  const urls = await sharedUrls(
    token,
    files.map(({ id }) => id),
    'view',
  );
  return files.flatMap((file) => {
    const url = urls[file.id];
    return url ? [{ ...shownAs(file), url, ...(file.can_download ? { onSave: () => save(file) } : {}) }] : [];
  });
}
