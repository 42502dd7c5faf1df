import type { SocialProvider } from '@cusp/contract/wire';
import { audit } from '../../platform/audit/audit.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { Visitor } from '../../platform/http/actor.ts';
import type { Services } from '../../platform/services.ts';
import { noteDevice } from './known-device.ts';
import { endSessions, newToken, type OpenedSession, openSession, sessionOfCookie } from './sessions.ts';

/** What a browser brings along when somebody signs in with it. */
export interface Browser {
  /** Refresh token of the session it had. */
  oldRefresh: string | null;
  /** The mark it got at an earlier sign-in. */
  device: string | null;
  /** Host with port that it asked. */
  host: string;
}

/** A session that begins, with the mark by which its browser is known again. */
export interface LetIn extends OpenedSession {
  device: string;
}

/** By what somebody has shown who they are. */
export type SignInWay = 'password' | SocialProvider | 'app' | 'recovery' | 'passkey' | 'password and passkey';

/** Opens the session of somebody who has shown who they are; the one this browser had ends. */
export async function letIn(
  tx: Tx,
  services: Services,
  visitor: Visitor,
  userId: number,
  browser: Browser,
  way: SignInWay,
): Promise<LetIn> {
  const old = browser.oldRefresh ? await sessionOfCookie(services, browser.oldRefresh, tx) : undefined;
  if (old) await endSessions(tx, services, { sessionId: old.id }, 'signed in anew');
  const session = await openSession(tx, services, userId, visitor);
  const device = browser.device ?? newToken();
  await noteDevice(tx, services, visitor, userId, device);
  await audit(
    tx,
    { ...visitor, userId, sessionId: session.sessionId },
    { action: 'authn_login_success', detail: { way } },
  );
  return { ...session, device };
}
