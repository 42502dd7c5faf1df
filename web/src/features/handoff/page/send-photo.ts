import { ACTION_ID_HEADER } from '@cusp/contract/endpoint';
import { addHandoffPhoto } from '@cusp/contract/handoff.routes';
import { newActionId } from '../../../client/action-ids.ts';
import { ApiError, errorOfReply } from '../../../client/api-error.ts';
import { urlOf } from '../../../client/call.ts';

interface SendOptions {
  /** The connection that the page shows. */
  connection: string;
  /** Share of the bytes sent, 0 to 1. */
  onProgress(share: number): void;
  signal: AbortSignal;
}

/** Uploads one photo, by XMLHttpRequest because `fetch` reports no upload progress. Fails with `ApiError` only. */
export function sendPhoto(file: File, { connection, onProgress, signal }: SendOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const abort = () => request.abort();
    request.open(addHandoffPhoto.method, urlOf(addHandoffPhoto, { query: { connection } }));
    request.setRequestHeader(ACTION_ID_HEADER, newActionId());
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
    request.onload = () =>
      request.status < 300 ? resolve() : reject(errorOfReply(request.status, parsed(request.responseText)));
    request.onerror = () => reject(new ApiError(0, { code: 'offline' }));
    request.onabort = () => reject(new ApiError(0, { code: 'aborted' }));
    request.onloadend = () => signal.removeEventListener('abort', abort);
    signal.addEventListener('abort', abort);
    if (signal.aborted) return reject(new ApiError(0, { code: 'aborted' }));
    const form = new FormData();
    form.append('file', file, file.name);
    request.send(form);
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
