import { ACTION_ID_HEADER, pathOf } from '@cusp/contract/endpoint';
import type { AuthResult } from '@cusp/contract/sign-in';
import { refreshSession } from '@cusp/contract/sign-in.routes';
import { newActionId } from '../action-ids.ts';
import { AREA, CALLER } from '../area.ts';
import { isSignedIn, reloginRequired } from './session-store.ts';

/** Access tokens live an hour; the browser renews them a minute earlier. */
const REFRESH_AFTER_MS = 3_540_000;
const REFRESH = pathOf(refreshSession) + (AREA === 'my' ? '' : `?${new URLSearchParams(CALLER)}`);
const LOCK = AREA === 'my' ? 'cusp.refresh' : `cusp.${AREA}.refresh`;

let token: string | null = null;
let timer: ReturnType<typeof setTimeout> | undefined;
let running: Promise<boolean> | null = null;

/** The access token; kept only in this tab's memory. */
export const accessToken = (): string | null => token;

/** Stores an access token and schedules its renewal; null clears it. */
export function setAccess(next: string | null): void {
  token = next;
  clearTimeout(timer);
  if (next) timer = setTimeout(() => void renewAccess(), REFRESH_AFTER_MS);
}

/**
 * Renews the access token by the session cookie: one request at a time in this tab and, by a lock, across tabs, because
 * the cookie rotates with each. If the session is over, the person is asked to sign in again. `refused` is the token
 * that the server did not accept; if it has been replaced since, nothing is renewed. Resolves to true if there is a new
 * token.
 */
export function renewAccess(refused = token): Promise<boolean> {
  if (!isSignedIn()) return Promise.resolve(false);
  if (token && token !== refused) return Promise.resolve(true);
  running ??= inTurn(refresh).finally(() => {
    running = null;
  });
  return running;
}

const inTurn = (work: () => Promise<boolean>): Promise<boolean> =>
  navigator.locks ? navigator.locks.request(LOCK, work) : work();

async function refresh(): Promise<boolean> {
  // CSRF protection: other sites cannot send this header.
  const headers = { [ACTION_ID_HEADER]: newActionId() };
  // `keepalive` stores the rotated cookie even if the page closes: presenting the old one again ends the
  // session.
  const init: RequestInit = { method: 'POST', headers, keepalive: true };
  const reply = await fetch(REFRESH, init).catch(() => null);
  const renewed = reply?.ok ? ((await reply.json().catch(() => null)) as AuthResult | null) : null;
  if (renewed) {
    setAccess(renewed.access);
    return true;
  }
  if (reply?.status === 401 && isSignedIn()) reloginRequired();
  // The network or the server is down for now; the next call tries again.
  return false;
}
