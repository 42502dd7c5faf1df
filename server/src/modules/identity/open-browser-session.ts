import type { SocialProvider } from '@cusp/contract/wire';
import type { SessionKind } from '../../platform/db/tables/identity.ts';
import type { Visitor } from '../../platform/http/actor.ts';
import type { Work } from '../../platform/work.ts';
import { noteDevice } from './known-device.ts';
import { endSessions, newToken, type OpenedSession, openSession, sessionOfCookie } from './sessions.ts';

/** What the browser sends when somebody signs in. */
export interface Browser {
  /** Refresh tokens of the sessions it had. */
  oldRefresh: Record<SessionKind, string | null>;
  /** The mark it got at an earlier sign-in. */
  device: string | null;
  /** Host with port that it asked. */
  host: string;
}

/** A new session, with the token that recognizes its browser at the next sign-in. */
export interface BrowserSession extends OpenedSession {
  device: string;
}

/** How somebody proved who they are. */
export type SignInWay = 'password' | SocialProvider | 'app' | 'recovery' | 'passkey' | 'password and passkey';

/** Opens a session after authentication is complete, and ends the one of its kind that this browser had. */
export async function openBrowserSession(
  work: Work<Visitor>,
  userId: number,
  browser: Browser,
  way: SignInWay,
  kind: SessionKind = 'customer',
): Promise<BrowserSession> {
  const refresh = browser.oldRefresh[kind];
  const old = refresh ? await sessionOfCookie(work.services, refresh, work.tx) : undefined;
  if (old) await endSessions(work, { sessionId: old.id }, 'signed in anew');
  const session = await openSession(work, userId, kind);
  const device = browser.device ?? newToken();
  await noteDevice(work, userId, device);
  await work
    .as({ userId, sessionId: session.sessionId })
    .audit({ action: 'authn_login_success', detail: { way, ...(kind === 'staff' ? { kind } : {}) } });
  return { ...session, device };
}
