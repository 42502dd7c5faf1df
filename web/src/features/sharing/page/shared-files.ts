import { sharedFileUrls } from '@cusp/contract/sharing';
import { useQuery } from '@tanstack/react-query';
import { ApiError, errorOfFailure, errorOfReply } from '../../../client/api-error.ts';
import { call } from '../../../client/call.ts';
import { readBytes } from '../../files/files.offers.tsx';
import type { FetchFile } from '../../viewer/viewer.offers.tsx';

/** Addresses work for a quarter of an hour. */
const ASK_AGAIN_MS = 10 * 60_000;

/** The address of a file behind a link; fails with `ApiError` where it has none. */
export async function sharedUrl(
  token: string,
  id: number,
  purpose: 'view' | 'download',
  signal?: AbortSignal,
): Promise<string> {
  const urls = await call(sharedFileUrls, { query: { data: token, ids: String(id), purpose } }, { signal });
  const url = urls[id];
  if (!url) throw new ApiError(404, { code: 'not_found' });
  return url;
}

/** The address of a picture; undefined while it is not known. */
export function useSharedPicture(token: string, id: number | undefined) {
  return useQuery({
    queryKey: ['shared-picture', token, id],
    enabled: id !== undefined,
    queryFn: ({ signal }) => sharedUrl(token, id ?? 0, 'view', signal),
    staleTime: ASK_AGAIN_MS,
  });
}

/** How the 3D view gets its scans behind a link. */
export const fetchShared =
  (token: string): FetchFile =>
  async (file, onProgress, signal) => {
    const url = await sharedUrl(token, file.id, 'view', signal);
    const reply = await fetch(url, { signal }).catch((cause: unknown) => {
      throw errorOfFailure(cause);
    });
    if (!reply.ok) throw errorOfReply(reply.status, await reply.json().catch(() => null));
    return readBytes(reply, file.size, onProgress);
  };
