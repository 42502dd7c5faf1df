import { lightCopy } from '@cusp/contract/light-copies';
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
