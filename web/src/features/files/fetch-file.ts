import { downloadFile } from '@cusp/contract/files.routes';
import { lightCopy } from '@cusp/contract/light-copies.routes';
import { ApiError } from '../../client/api-error.ts';
import { call } from '../../client/call.ts';

/** A file's light copy as a stream; null if it does not exist yet or this person may not have it. */
export async function fetchLightCopy(
  file: { id: number },
  signal?: AbortSignal,
): Promise<ReadableStream<Uint8Array<ArrayBuffer>> | null> {
  try {
    // Without a light copy the response has no body.
    return (await call(lightCopy, { params: { id: file.id } }, { signal })).body;
  } catch (error) {
    if (error instanceof ApiError && error.status >= 400 && error.status < 500) return null;
    throw error;
  }
}

/**
 * The bytes of a file for viewing. `onProgress` gets the bytes received so far, up to `file.size`; fails with
 * `ApiError`, or with `AbortError`.
 */
export async function fetchFileBytes(
  file: { id: number; size: number },
  onProgress: (loaded: number) => void = () => {},
  signal?: AbortSignal,
): Promise<ArrayBuffer> {
  // `inline` marks a view: the history of the case distinguishes it from a download.
  const reply = await call(downloadFile, { params: { id: file.id }, query: { inline: '1' } }, { signal });
  return readBytes(reply, file.size, onProgress);
}

/** The bytes of a response, with progress. `size` is used if the response has no content length. */
export async function readBytes(
  reply: Response,
  size: number,
  onProgress: (loaded: number) => void,
): Promise<ArrayBuffer> {
  const reader = reply.body?.getReader();
  if (!reader) return reply.arrayBuffer();
  // Filled in place, to avoid a second copy of a large scan.
  const bytes = new Uint8Array(Number(reply.headers.get('content-length')) || size);
  let loaded = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    bytes.set(value, loaded);
    loaded += value.length;
    onProgress(loaded);
  }
  if (loaded !== bytes.length) throw new Error('the response was incomplete');
  return bytes.buffer;
}
