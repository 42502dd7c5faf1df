import { ACTION_ID_HEADER, API_BASE } from '@cusp/contract/endpoint';
import type { AuthResult } from '@cusp/contract/sign-in';
import { newActionId } from '../action-ids.ts';
import { isSignedIn, reloginRequired } from './session-store.ts';

/** The server's tokens live an hour; a minute before, the browser takes a new one. */
const REFRESH_AFTER_MS = 3_540_000;
const LOCK = 'cusp.refresh';

let token: string | null = null;
let timer: ReturnType<typeof setTimeout> | undefined;
let running: Promise<boolean> | null = null;

/** The access token; it lives in this tab's memory only. */
export const accessToken = (): string | null => token;

/** Takes a new access token and plans its renewal; null forgets it. */
export function setAccess(next: string | null): void {
  token = next;
  clearTimeout(timer);
  if (next) timer = setTimeout(() => void renewAccess(), REFRESH_AFTER_MS);
}

/**
 * Renews the access token by the session cookie: one request at a time in this tab, and by a lock one at a
 * time across tabs, because the cookie changes with each. When the session is over, the person is asked to
 * sign in again. True when there is a new token.
 */
export function renewAccess(): Promise<boolean> {
  if (!isSignedIn()) return Promise.resolve(false);
  running ??= inTurn(refresh).finally(() => {
    running = null;
  });
  return running;
}

const inTurn = (work: () => Promise<boolean>): Promise<boolean> =>
  navigator.locks ? navigator.locks.request(LOCK, work) : work();

async function refresh(): Promise<boolean> {
  // The header shows the server that our own page asks: other sites cannot send it.
  const headers = { [ACTION_ID_HEADER]: newActionId() };
  // A page that is left meanwhile still takes the new cookie: the old one ends the session when it comes back.
  const init: RequestInit = { method: 'POST', headers, keepalive: true };
  const reply = await fetch(`${API_BASE}/v1/auth/refresh/`, init).catch(() => null);
  const renewed = reply?.ok ? ((await reply.json().catch(() => null)) as AuthResult | null) : null;
  if (renewed) {
    setAccess(renewed.access);
    return true;
  }
  if (reply?.status === 401 && isSignedIn()) reloginRequired();
  // The line or the server is down for now: the next call tries again.
  return false;
}
