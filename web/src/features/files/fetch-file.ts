import { downloadFile } from '@cusp/contract/files.routes';
import { lightCopy } from '@cusp/contract/light-copies.routes';
import { ApiError } from '../../client/api-error.ts';
import { call } from '../../client/call.ts';

/** The bytes of a file's light copy as they come; null while there is none, or none for this person. */
export async function fetchLightCopy(
  file: { id: number },
  signal?: AbortSignal,
): Promise<ReadableStream<Uint8Array<ArrayBuffer>> | null> {
  try {
    // While there is none the reply has no body.
    return (await call(lightCopy, { params: { id: file.id } }, { signal })).body;
  } catch (error) {
    if (error instanceof ApiError && error.status >= 400 && error.status < 500) return null;
    throw error;
  }
}

/**
 * The bytes of a file, to be shown. `onProgress` takes the bytes that have come so far, `file.size` of them in
 * the end; fails with `ApiError` when they do not come, or with `AbortError`.
 */
export async function fetchFileBytes(
  file: { id: number; size: number },
  onProgress: (loaded: number) => void = () => {},
  signal?: AbortSignal,
): Promise<ArrayBuffer> {
  // Looking is no download: the history of the case tells them apart.
  const reply = await call(downloadFile, { params: { id: file.id }, query: { inline: '1' } }, { signal });
  return readBytes(reply, file.size, onProgress);
}

/** The bytes of a reply, with their progress. `size` stands in for a length that the reply does not name. */
export async function readBytes(
  reply: Response,
  size: number,
  onProgress: (loaded: number) => void,
): Promise<ArrayBuffer> {
  const reader = reply.body?.getReader();
  if (!reader) return reply.arrayBuffer();
  // Filled in place: no second copy of a large scan.
  const bytes = new Uint8Array(Number(reply.headers.get('content-length')) || size);
  let loaded = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    bytes.set(value, loaded);
    loaded += value.length;
    onProgress(loaded);
  }
  if (loaded !== bytes.length) throw new Error('the file came incomplete');
  return bytes.buffer;
}
