import type { User } from '@cusp/contract/identity';
import type { SessionLimits, SupportInfo } from '@cusp/contract/sign-in';
import type { ServerLoc } from '@cusp/contract/wire';
import { useSyncExternalStore } from 'react';
import { notifyOtherTabs } from '../personal-storage.ts';

/**
 * `checking`: a stored user is being verified with the server. `unreachable`: the server did not respond. `out` with
 * `left`: the person has just signed out, so the next person does not start on their page; with `idle`: signed out for
 * inactivity. `relogin`: the session ended while in use.
 */
type Session =
  | { status: 'checking' | 'unreachable' }
  | { status: 'out'; left: boolean; idle?: boolean }
  | {
      status: 'in' | 'relogin';
      user: User;
      userLoc: ServerLoc;
      serverLoc: ServerLoc;
      limits: SessionLimits;
      /** Staff act for the person in this tab. */
      support?: SupportInfo | undefined;
      /** The person lives in the other region and visits cases of this one. */
      isGuest?: boolean;
    };

let session: Session = { status: 'checking' };
const listeners = new Set<() => void>();

export const currentSession = (): Session => session;

export function setSession(next: Session): void {
  session = next;
  for (const listener of listeners) listener();
}

export const isSignedIn = (): boolean => session.status === 'in';

/** Whether a guest of the other region is signed in. */
export const isGuest = (of: Session = session): boolean => 'isGuest' in of && of.isGuest === true;

export const useIsGuest = (): boolean => isGuest(useSession());

/** Marks the session as ended; the page then offers to sign in again. */
export function reloginRequired(): void {
  if (session.status === 'in') setSession({ ...session, status: 'relogin' });
}

/** Replaces the signed-in person by the server's response, here and in other tabs. */
export function updateUser(user: User): void {
  if (session.status !== 'in') return;
  setSession({ ...session, user });
  notifyOtherTabs();
}

export function onSession(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useSession = (): Session => useSyncExternalStore(onSession, currentSession);

/** The signed-in person; for screens behind the `user` guard only. */
export function useUser(): User {
  const now = useSession();
  if (!('user' in now)) throw new Error('this screen needs a signed-in person');
  return now.user;
}
