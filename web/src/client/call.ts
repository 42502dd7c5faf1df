import {
  ACTION_ID_HEADER,
  type CallInput,
  type Endpoint,
  pathOf,
  type ReplyOf,
} from '@cusp/contract/endpoint';
import { newActionId } from './action-ids.ts';
import { errorOfFailure, errorOfReply } from './api-error.ts';
import { accessToken, renewAccess } from './session/access.ts';
import { noteActivity } from './session/last-activity.ts';

interface CallOptions {
  signal?: AbortSignal;
  /** Lets the request outlive the page; the browser takes at most 64 KiB of such bodies at a time. */
  keepalive?: boolean;
  /** The page says this by itself: nobody acted, and the session is not used. */
  isOwnAccord?: boolean;
}

interface LooseInput {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
}

/**
 * Calls one endpoint of the contract. Fails with `ApiError` only. A refused access token is renewed once
 * and the call repeated; when that fails too, the person is asked to sign in again.
 */
export async function call<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  options: CallOptions = {},
): Promise<ReplyOf<E>> {
  const loose = input as LooseInput;
  const url = urlOf(endpoint, loose);
  const actionId = endpoint.method === 'GET' ? null : newActionId();
  // A change is somebody's act. What is read may be the page following others, and keeps no session.
  if (actionId && endpoint.access !== 'public' && !options.isOwnAccord) noteActivity();
  let reply = await send(endpoint, url, loose.body, actionId, options);
  if (reply.status === 401 && endpoint.access !== 'public' && (await renewAccess())) {
    reply = await send(endpoint, url, loose.body, actionId, options);
  }
  if (!reply.ok) throw errorOfReply(reply.status, await reply.json().catch(() => null));
  if (typeof endpoint.reply === 'string') return reply as ReplyOf<E>;
  return (await reply.json().catch((cause: unknown) => {
    throw errorOfFailure(cause);
  })) as ReplyOf<E>;
}

/** Address of an endpoint with its parameters and query; empty query values are left out. */
export function urlOf(endpoint: Pick<Endpoint, 'path'>, { params, query }: LooseInput): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value !== undefined && value !== null && value !== '') search.set(name, String(value));
  }
  const text = search.toString();
  return pathOf(endpoint, params) + (text && `?${text}`);
}

/** Headers that every call to the API carries. */
export function headersOf(actionId: string | null): Record<string, string> {
  const token = accessToken();
  return {
    ...(token ? { authorization: `Bearer ${token}` } : {}),
    ...(actionId ? { [ACTION_ID_HEADER]: actionId } : {}),
  };
}

async function send(
  endpoint: Endpoint,
  url: string,
  body: unknown,
  actionId: string | null,
  { signal, keepalive }: CallOptions,
): Promise<Response> {
  const isForm = body instanceof FormData;
  try {
    return await fetch(url, {
      method: endpoint.method,
      headers: {
        ...headersOf(actionId),
        ...(body === undefined || isForm ? {} : { 'content-type': 'application/json' }),
      },
      body: body === undefined ? undefined : isForm ? body : JSON.stringify(body),
      signal,
      keepalive,
    });
  } catch (cause) {
    throw errorOfFailure(cause);
  }
}
