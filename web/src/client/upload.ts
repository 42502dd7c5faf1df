import type { CallInput, Endpoint, ReplyOf } from '@cusp/contract/endpoint';
import { newActionId } from './action-ids.ts';
import { ApiError, errorOfReply } from './api-error.ts';
import { headersOf, urlOf } from './call.ts';
import { renewAccess } from './session/access.ts';
import { noteActivity } from './session/last-activity.ts';

export interface UploadOptions {
  /** Bytes that have left this machine, of all bytes of the form. */
  onProgress?(sent: number, total: number): void;
  signal?: AbortSignal;
}

type WithoutBody<E extends Endpoint> = Omit<CallInput<E>, 'body'>;

/** Sends a form to a multipart endpoint with progress; otherwise as `call`. */
export async function upload<E extends Endpoint>(
  endpoint: E,
  input: WithoutBody<E>,
  form: FormData,
  options: UploadOptions = {},
): Promise<ReplyOf<E>> {
  const url = urlOf(endpoint, input);
  const actionId = newActionId();
  let reply = await send(endpoint.method, url, form, actionId, options);
  if (reply.status === 401 && endpoint.access !== 'public' && (await renewAccess())) {
    reply = await send(endpoint.method, url, form, actionId, options);
  }
  if (reply.status < 200 || reply.status > 299) throw errorOfReply(reply.status, reply.body);
  return reply.body as ReplyOf<E>;
}

function send(
  method: string,
  url: string,
  form: FormData,
  actionId: string,
  { onProgress, signal }: UploadOptions,
): Promise<{ status: number; body: unknown }> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(new ApiError(0, { code: 'aborted' }));
    const request = new XMLHttpRequest();
    const abort = () => request.abort();
    request.open(method, url);
    for (const [name, value] of Object.entries(headersOf(actionId))) request.setRequestHeader(name, value);
    request.upload.onprogress = (event) => {
      // Somebody waits for it: a file on its way keeps the session, however long it takes.
      noteActivity();
      onProgress?.(event.loaded, event.total);
    };
    request.onload = () => resolve({ status: request.status, body: parsed(request.responseText) });
    request.onerror = () => reject(new ApiError(0, { code: 'offline' }));
    request.onabort = () => reject(new ApiError(0, { code: 'aborted' }));
    request.onloadend = () => signal?.removeEventListener('abort', abort);
    signal?.addEventListener('abort', abort);
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
