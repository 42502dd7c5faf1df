import type { SharedCase, SharedFile } from '@cusp/contract/sharing';
import { type Previewed, shownAs } from '../../files/files.offers.tsx';
import { sharedUrls } from './shared-files.ts';

/** Whether the page shows a file by itself: scans are in the 3D view. */
export const isPreviewed = ({ shows_as }: SharedFile): boolean =>
  shows_as === 'picture' || shows_as === 'pdf';

/** What the page can show of some files. None opens in a window of its own; saving needs a link that allows it. */
export async function sharedPreviews(
  token: string,
  { allows_download }: SharedCase,
  files: readonly SharedFile[],
): Promise<Previewed[]> {
  const ids = files.map(({ id }) => id);
  const [seen, saved] = await Promise.all([
    sharedUrls(token, ids, 'view'),
    allows_download ? sharedUrls(token, ids, 'download') : undefined,
  ]);
  return files.flatMap((file) => {
    const url = seen[file.id];
    return url ? [{ ...shownAs(file), url, saveUrl: saved?.[file.id] }] : [];
  });
}
