import { PAGES } from '@cusp/contract/pages';
import type { SocialProvider } from '@cusp/contract/wire';
import type { SignInKind } from '../../platform/db/tables/identity.ts';
import type { Visitor } from '../../platform/http/actor.ts';
import type { Work } from '../../platform/work.ts';
import { noteSignIn } from './blocked.ts';
import { noteDevice } from './known-device.ts';
import {
  endSessions,
  newToken,
  type OpenedSession,
  openGuestSession,
  openSession,
  sessionOfCookie,
} from './sessions.ts';

/** Data that the browser sends with a sign-in. */
export interface Browser {
  /** Refresh tokens of the sessions it had. */
  oldRefresh: Record<SignInKind, string | null>;
  /** The mark from an earlier sign-in. */
  device: string | null;
  /** Requested host with port. */
  host: string;
}

/** A new session, with the token that recognises its browser at the next sign-in. */
export interface BrowserSession extends OpenedSession {
  device: string;
}

/** How the person was authenticated. */
export type SignInWay = 'password' | SocialProvider | 'app' | 'recovery' | 'passkey' | 'password and passkey';

/** Opens a session after authentication is complete, and ends this browser's earlier one of the same kind. */
export async function openBrowserSession(
  work: Work<Visitor>,
  userId: number,
  browser: Browser,
  way: SignInWay,
  kind: SignInKind = 'customer',
): Promise<BrowserSession> {
  await noteSignIn(work.tx, userId);
  await keepAccount(work, userId);
  await endEarlier(work, browser.oldRefresh[kind]);
  const session = await openSession(work, userId, kind);
  const device = browser.device ?? newToken();
  await noteDevice(work, userId, device);
  await work
    .as({ userId, sessionId: session.sessionId })
    .audit({ action: 'authn_login_success', detail: { way, ...(kind === 'staff' ? { kind } : {}) } });
  return { ...session, device };
}

/** Opens the session of a guest, and ends the one that this browser had at this host. */
export async function openGuestVisit(
  work: Work<Visitor>,
  { userId, homeSession }: { userId: number; homeSession: string | null },
  oldRefresh: string | null,
): Promise<OpenedSession> {
  await endEarlier(work, oldRefresh);
  const session = await openGuestSession(work, userId, homeSession);
  await work.as({ userId, sessionId: session.sessionId }).audit({ action: 'authn_guest_arrived' });
  return session;
}

async function endEarlier(work: Work<Visitor>, refresh: string | null): Promise<void> {
  const old = refresh ? await sessionOfCookie(work.services, refresh, work.tx) : undefined;
  if (old) await endSessions(work, { sessionId: old.id }, 'signed in anew');
}

/** Signing in cancels a requested closing of the account. */
async function keepAccount(work: Work<Visitor>, userId: number): Promise<void> {
  const user = await work.tx
    .updateTable('app_user')
    .set({ closes_at: null })
    .where('id', '=', userId)
    .where('closes_at', 'is not', null)
    .where('deleted_at', 'is', null)
    .returning(['email', 'first_name', 'language', 'brand'])
    .executeTakeFirst();
  if (!user) return;
  await work.as({ userId }).audit({ action: 'account_kept' });
  await work.mail({ ...user, id: userId }, 'account-kept', { name: user.first_name, link: PAGES.security });
}
