import { logout } from '@cusp/contract/sign-in.routes';
import { ApiError } from '../api-error.ts';
import { AREA, CALLER } from '../area.ts';
import { call } from '../call.ts';
import { connection, onConnection } from '../connection.ts';

/** Stays when everything personal is cleared: somebody has signed out, and the server does not know it yet. */
const LEFT = `cusp.left.${AREA}`;
/** A server that does not respond must not hold up the sign-out in the browser. */
const TIMEOUT_MS = 8_000;
const RETRY_MS = 10_000;

let retry: ReturnType<typeof setTimeout> | undefined;

/** Whether somebody has signed out in this browser and the server could not be told, so that the cookie still opens their session. */
export function hasLeft(): boolean {
  try {
    return localStorage.getItem(LEFT) === '1';
  } catch {
    return false;
  }
}

/** Notes that somebody has left, or that a session has begun since, whose sign-in has ended the earlier one. */
export function noteLeft(isSo: boolean): void {
  try {
    if (isSo) localStorage.setItem(LEFT, '1');
    else localStorage.removeItem(LEFT);
  } catch {
    // Storage is full or blocked: this page still tries again.
  }
}

/** Ends the session at the server. What a missing connection prevents is made up for later, also by the next page. */
export async function leaveServer(): Promise<void> {
  noteLeft(true);
  await tell();
}

/** Tells the server of a sign-out that it does not know yet. */
export async function finishLeaving(): Promise<void> {
  if (hasLeft()) await tell();
}

async function tell(): Promise<void> {
  clearTimeout(retry);
  try {
    await call(logout, { query: CALLER }, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    noteLeft(false);
  } catch (error) {
    console.warn('could not sign out on the server', error);
    const isRefused = error instanceof ApiError && error.status >= 400 && error.status < 500;
    if (isRefused && error.code !== 'too_many_requests') return noteLeft(false);
    retry = setTimeout(() => connection().isUp && void finishLeaving(), RETRY_MS);
  }
}

onConnection(({ isUp }) => isUp && void finishLeaving());
