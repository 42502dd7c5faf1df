import {
  ACTION_ID_HEADER,
  isOpenToGuests,
  pathOf,
  type Route,
  supportOf,
  VISITOR_HEADER,
} from '@cusp/contract/endpoint';
import type { InputTo, ReplyFrom } from '@cusp/contract/endpoints';
import { newActionId, noteActionOf } from './action-ids.ts';
import { ApiError, errorOfFailure, errorOfReply } from './api-error.ts';
import { isSupportTab } from './area.ts';
import { checkConnection, noteContact } from './connection.ts';
import { keptAnswer, noteReply } from './keeper.ts';
import { accessToken, renewAccess } from './session/access.ts';
import { noteActivity } from './session/last-activity.ts';
import { isGuest } from './session/session-store.ts';

declare global {
  /** The reply to a request that the page sent before its code was loaded (`server/src/platform/http/early-data.ts`). */
  var takeEarlyReply: undefined | ((url: string) => Promise<Response | undefined> | undefined);
  /** When it sent the first of them, on the clock of `performance.now()`; undefined later. */
  var takeEarlyStart: undefined | (() => number | undefined);
}

interface CallOptions {
  signal?: AbortSignal;
  /** Lets the request outlive the page; browsers allow at most 64 KiB of such bodies at a time. */
  keepalive?: boolean;
  /** Sent without an action of the user: it does not extend the session. */
  isOwnAccord?: boolean;
  /** Address of the other region's site, which then answers instead; only public endpoints allow it. */
  site?: string | null;
}

interface LooseInput {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
}

async function ask<R extends Route>(
  route: R,
  input: InputTo<R>,
  options: CallOptions = {},
): Promise<ReplyFrom<R>> {
  // The server refuses it too, but pages report on their own that comments were seen and that a user is present.
  if (isSupportTab && route.access !== 'public' && supportOf(route) === 'never')
    throw new ApiError(403, { code: 'closed_to_support' });
  if (isGuest() && route.access !== 'public' && !isOpenToGuests(route))
    throw new ApiError(403, { code: 'closed_to_guests' });
  const loose = input as LooseInput;
  const url = (options.site ?? '') + urlOf(route, loose);
  const actionId = route.method === 'GET' ? null : newActionId();
  // Only changes count as user activity: reads may come from live updates and must not extend the session.
  if (actionId && route.access !== 'public' && !options.isOwnAccord) noteActivity();
  const token = accessToken();
  let reply = await send(route, url, loose.body, actionId, options);
  if (reply.status === 401 && route.access !== 'public' && (await renewAccess(token))) {
    reply = await send(route, url, loose.body, actionId, options);
  }
  if (!reply.ok) throw errorOfReply(reply.status, await reply.json().catch(() => null));
  if (typeof route.reply === 'string') return reply as ReplyFrom<R>;
  const body = (await reply.json().catch((cause: unknown) => {
    throw errorOfFailure(cause);
  })) as ReplyFrom<R>;
  if (actionId) noteActionOf(body, actionId);
  return body;
}

/**
 * Calls one endpoint of the contract. Fails with `ApiError` only. A refused access token is renewed once and the call
 * repeated; if that fails too, the person is asked to sign in again. Without a connection, the data kept in this
 * browser answers.
 */
export async function call<R extends Route>(
  route: R,
  input: InputTo<R>,
  options: CallOptions = {},
): Promise<ReplyFrom<R>> {
  try {
    const reply = await ask(route, input, options);
    noteReply(route, reply);
    return reply;
  } catch (error) {
    const isLost = error instanceof ApiError && error.code === 'offline' && route.method === 'GET';
    const kept = isLost ? keptAnswer(route, input) : undefined;
    if (kept === undefined) throw error;
    return kept as ReplyFrom<R>;
  }
}

/** The URL of an endpoint with its parameters and query; empty query values are left out. */
export function urlOf(route: Pick<Route, 'path'>, { params, query }: LooseInput): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value !== undefined && value !== null && value !== '') search.set(name, String(value));
  }
  const text = search.toString();
  return pathOf(route, params) + (text && `?${text}`);
}

/** Headers of every API call. */
export function headersOf(actionId: string | null): Record<string, string> {
  const token = accessToken();
  return {
    ...(token ? { authorization: `Bearer ${token}` } : {}),
    ...(actionId ? { [ACTION_ID_HEADER]: actionId } : {}),
  };
}

async function send(
  route: Route,
  url: string,
  body: unknown,
  actionId: string | null,
  { signal, keepalive, site }: CallOptions,
): Promise<Response> {
  const isForm = body instanceof FormData;
  try {
    const early = globalThis.takeEarlyReply?.(url);
    const reply =
      (early && (await early)) ??
      (await fetch(url, {
        method: route.method,
        headers: {
          ...(site ? visitorHeaders() : headersOf(actionId)),
          ...(body === undefined || isForm ? {} : { 'content-type': 'application/json' }),
        },
        body: body === undefined ? undefined : isForm ? body : JSON.stringify(body),
        signal,
        keepalive,
        ...(site ? { credentials: 'omit' } : {}),
      }));
    if (!site) noteContact();
    return reply;
  } catch (cause) {
    const error = errorOfFailure(cause);
    // This site was reached, so the other one cannot be.
    if (site && error.code === 'offline' && navigator.onLine)
      throw new ApiError(503, { code: 'region_unreachable' });
    if (!site && error.code === 'offline') void checkConnection();
    throw error;
  }
}

let visitor: string | null = null;

/** Without cookies, the other region has neither the visitor's id nor their language. */
function visitorHeaders(): Record<string, string> {
  visitor ??= newVisitor();
  return { [VISITOR_HEADER]: visitor, 'accept-language': document.documentElement.lang };
}

const newVisitor = (): string =>
  btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(32))))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
