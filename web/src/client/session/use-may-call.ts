import { isOpenToGuests, type Route, supportOf } from '@cusp/contract/endpoint';
import { isGuest, useSession } from './session-store.ts';

/**
 * Whether the session of this page may call an endpoint. Always true for the person; a support session may read, and
 * with the mode `write` change a few things; a guest may what is open to guests. For controls that are left out or
 * disabled then.
 */
export function useMayCall(route: Route): boolean {
  const session = useSession();
  if (isGuest(session) && !isOpenToGuests(route)) return false;
  const support = 'support' in session ? session.support : undefined;
  const needed = supportOf(route);
  return !support || needed === 'read' || (needed === 'write' && support.mode === 'write');
}
