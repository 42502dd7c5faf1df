import { isOpenToGuests, type Route, supportOf } from '@cusp/contract/endpoint';
import { isGuest, useSession } from './session-store.ts';

/**
 * Whether the session of this page may call an endpoint. Always true for the person; a support session may read, and
 * with the mode `write` make a few changes; a guest may use endpoints open to guests. For controls that are then
 * omitted or disabled.
 */
export function useMayCall(route: Route): boolean {
  const session = useSession();
  if (isGuest(session) && !isOpenToGuests(route)) return false;
  const support = 'support' in session ? session.support : undefined;
  const needed = supportOf(route);
  return !support || needed === 'read' || (needed === 'write' && support.mode === 'write');
}
