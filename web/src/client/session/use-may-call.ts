import { type Route, supportOf } from '@cusp/contract/endpoint';
import { useSession } from './session-store.ts';

/**
 * Whether the session of this page may call an endpoint. Always true for the person; a support session may read, and
 * with the mode `write` change a few things. For controls that a support tab leaves out or disables.
 */
export function useMayCall(route: Route): boolean {
  const session = useSession();
  const support = 'support' in session ? session.support : undefined;
  const needed = supportOf(route);
  return !support || needed === 'read' || (needed === 'write' && support.mode === 'write');
}
