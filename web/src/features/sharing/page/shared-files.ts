import type { SharedFile } from '@cusp/contract/sharing';
import { sharedFileUrls } from '@cusp/contract/sharing.routes';
import { useQuery } from '@tanstack/react-query';
import { ApiError, errorOfFailure, errorOfReply } from '../../../client/api-error.ts';
import { call } from '../../../client/call.ts';
import { type Previewed, readBytes, shownAs } from '../../files/files.offers.tsx';
import type { FetchFile, FetchLightCopy } from '../../viewer/viewer.offers.tsx';

/** Whether the page previews a file; scans are in the 3D view instead. */
export const isPreviewed = ({ shows_as }: SharedFile): boolean =>
  shows_as === 'picture' || shows_as === 'pdf';

/**
 * The previews of some files, without links to open them in a new tab. Downloadable ones call `save`, which requests a
 * new URL because people may view a preview for longer than a URL is valid.
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

/** In milliseconds; URLs work for 15 minutes. */
export const ASK_AGAIN_MS = 10 * 60_000;

type Purpose = 'view' | 'light' | 'download';

/** URLs of files behind a link by id; files without permission are missing. */
const sharedUrls = (
  token: string,
  ids: readonly number[],
  purpose: Purpose,
  signal?: AbortSignal,
): Promise<Record<string, string>> =>
  call(sharedFileUrls, { query: { data: token, ids: ids.join(','), purpose } }, { signal });

/** The URL of one file; fails with `ApiError` if it is not available. */
export async function sharedUrl(
  token: string,
  id: number,
  purpose: Purpose,
  signal?: AbortSignal,
): Promise<string> {
  const url = (await sharedUrls(token, [id], purpose, signal))[id];
  if (!url) throw new ApiError(404, { code: 'not_found' });
  return url;
}

async function fetchAt(url: string, signal: AbortSignal): Promise<Response> {
  const reply = await fetch(url, { signal }).catch((cause: unknown) => {
    throw errorOfFailure(cause);
  });
  if (!reply.ok) throw errorOfReply(reply.status, await reply.json().catch(() => null));
  return reply;
}

/** The URL of a picture; undefined until it is loaded. */
export function useSharedPicture(token: string, id: number | undefined) {
  return useQuery({
    queryKey: ['shared-picture', token, id],
    enabled: id !== undefined,
    queryFn: ({ signal }) => sharedUrl(token, id ?? 0, 'view', signal),
    staleTime: ASK_AGAIN_MS,
    // Another URL would load the picture again.
    refetchOnWindowFocus: false,
  });
}

/** Fetches scans behind a link for the 3D view. */
export const fetchShared =
  (token: string): FetchFile =>
  async (file, onProgress, signal) => {
    const reply = await fetchAt(await sharedUrl(token, file.id, 'view', signal), signal);
    return readBytes(reply, file.size, onProgress);
  };

/** The same for their light copies; null for a file without one. */
export const fetchSharedLight =
  (token: string): FetchLightCopy =>
  async (file, signal) => {
    try {
      return (await fetchAt(await sharedUrl(token, file.id, 'light', signal), signal)).body;
    } catch (error) {
      if (error instanceof ApiError && error.status >= 400 && error.status < 500) return null;
      throw error;
    }
  };
