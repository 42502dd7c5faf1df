import type { SharedFile } from '@cusp/contract/sharing';
import { sharedFileUrls } from '@cusp/contract/sharing.routes';
import { useQuery } from '@tanstack/react-query';
import { ApiError, errorOfFailure, errorOfReply } from '../../../client/api-error.ts';
import { call } from '../../../client/call.ts';
import { type Previewed, readBytes, shownAs } from '../../files/files.offers.tsx';
import type { FetchFile, FetchLightCopy } from '../../viewer/viewer.offers.tsx';

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

/** Addresses work for a quarter of an hour. */
export const ASK_AGAIN_MS = 10 * 60_000;

type Purpose = 'view' | 'light' | 'download';

/** Addresses of files behind a link by id; those that may not be had so have none. */
const sharedUrls = (
  token: string,
  ids: readonly number[],
  purpose: Purpose,
  signal?: AbortSignal,
): Promise<Record<string, string>> =>
  call(sharedFileUrls, { query: { data: token, ids: ids.join(','), purpose } }, { signal });

/** The address of one file; fails with `ApiError` where it has none. */
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

/** The address of a picture; undefined while it is not known. */
export function useSharedPicture(token: string, id: number | undefined) {
  return useQuery({
    queryKey: ['shared-picture', token, id],
    enabled: id !== undefined,
    queryFn: ({ signal }) => sharedUrl(token, id ?? 0, 'view', signal),
    staleTime: ASK_AGAIN_MS,
    // Another address would load the picture anew.
    refetchOnWindowFocus: false,
  });
}

/** How the 3D view gets its scans behind a link. */
export const fetchShared =
  (token: string): FetchFile =>
  async (file, onProgress, signal) => {
    const reply = await fetchAt(await sharedUrl(token, file.id, 'view', signal), signal);
    return readBytes(reply, file.size, onProgress);
  };

/** The same for their light copies; null where there is none. */
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
