import type { SocialProvider } from '@cusp/contract/wire';
import type { Visitor } from '../../platform/http/actor.ts';
import type { Work } from '../../platform/work.ts';
import { noteDevice } from './known-device.ts';
import { endSessions, newToken, type OpenedSession, openSession, sessionOfCookie } from './sessions.ts';

/** What the browser sends when somebody signs in. */
export interface Browser {
  /** Refresh token of the session it had. */
  oldRefresh: string | null;
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

/** Opens a session after authentication is complete, and ends the one this browser had. */
export async function openBrowserSession(
  work: Work<Visitor>,
  userId: number,
  browser: Browser,
  way: SignInWay,
): Promise<BrowserSession> {
  const old = browser.oldRefresh
    ? await sessionOfCookie(work.services, browser.oldRefresh, work.tx)
    : undefined;
  if (old) await endSessions(work, { sessionId: old.id }, 'signed in anew');
  const session = await openSession(work, userId);
  const device = browser.device ?? newToken();
  await noteDevice(work, userId, device);
  await work
    .as({ userId, sessionId: session.sessionId })
    .audit({ action: 'authn_login_success', detail: { way } });
  return { ...session, device };
}
