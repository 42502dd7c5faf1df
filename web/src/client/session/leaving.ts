import { logout } from '@cusp/contract/sign-in.routes';
import { ApiError } from '../api-error.ts';
import { AREA, CALLER } from '../area.ts';
import { call } from '../call.ts';
import { connection, onConnection } from '../connection.ts';

/** Survives the clearing of personal data: a person has signed out, but the server has not confirmed it yet. */
const LEFT = `cusp.left.${AREA}`;
/** A server that does not respond must not delay the sign-out in the browser. */
const TIMEOUT_MS = 8_000;
const RETRY_MS = 10_000;

let retry: ReturnType<typeof setTimeout> | undefined;
/** The sign-out that is being sent to the server. */
let request: AbortController | undefined;
let running: Promise<void> = Promise.resolve();
/** The flag in memory, for when storage is full or blocked. */
let isNoted = false;

/** Whether a sign-out in this browser has not reached the server, so that the cookie still opens that session. */
export function hasLeft(): boolean {
  try {
    return isNoted || localStorage.getItem(LEFT) === '1';
  } catch {
    return isNoted;
  }
}

function note(hasLeft: boolean): void {
  try {
    if (hasLeft) localStorage.setItem(LEFT, '1');
    else localStorage.removeItem(LEFT);
    isNoted = false;
  } catch {
    isNoted = hasLeft;
  }
}

/**
 * Ends the session at the server. Without a connection it is retried later, also by the next page. With `keepalive` the
 * request continues after the page is left.
 */
export async function leaveServer(keepalive = false): Promise<void> {
  note(true);
  running = tell(keepalive);
  await running;
}

/** Repeats a sign-out that the server has not confirmed yet. */
export async function finishLeaving(): Promise<void> {
  if (!hasLeft()) return;
  running = tell();
  await running;
}

/** Resolves when no sign-out is in flight, whose late reply would remove the cookie of a new session. */
export const leavingDone = (): Promise<void> => running;

/** Gives up an unfinished sign-out, because a sign-in has ended that session and a late reply would remove its cookie. */
export function dropLeaving(): void {
  clearTimeout(retry);
  request?.abort();
  request = undefined;
  note(false);
}

async function tell(keepalive = false): Promise<void> {
  clearTimeout(retry);
  const own = new AbortController();
  request = own;
  const limit = setTimeout(() => own.abort(), TIMEOUT_MS);
  try {
    await call(logout, { query: CALLER }, { signal: own.signal, keepalive });
    if (request === own) note(false);
  } catch (error) {
    if (request !== own) return;
    console.warn('could not sign out on the server', error);
    const isRefused = error instanceof ApiError && error.status >= 400 && error.status < 500;
    if (isRefused && error.code !== 'too_many_requests') return note(false);
    retry = setTimeout(() => connection().isUp && void finishLeaving(), RETRY_MS);
  } finally {
    clearTimeout(limit);
  }
}

onConnection(({ isUp }) => isUp && void finishLeaving());
