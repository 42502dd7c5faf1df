import type { Route } from '@cusp/contract/endpoint';
import type { QueryClient } from '@tanstack/react-query';
import { reloadUser } from '../session/session.ts';
import { makeStale } from './make-stale.ts';
import { staleAfter } from './staleness.ts';

/**
 * Invalidates what a change through this endpoint made stale in this tab, which ignores its own live events.
 * `useChange` does this; other callers of such an endpoint must call it too.
 */
export function refreshAfter(queries: QueryClient, route: Pick<Route, 'emits'>): void {
  const stale: ReadonlySet<unknown> = staleAfter(route);
  if (stale.size === 0) return;
  makeStale(queries, { predicate: ({ queryKey }) => stale.has(queryKey[0]) });
  if (stale.has('user')) void reloadUser();
}
