import {
  focusManager,
  type InvalidateQueryFilters,
  type Query,
  type QueryClient,
} from '@tanstack/react-query';

/** Fetching a case counts as viewing it, which the audit log records. */
const isReading = ({ queryKey }: Query): boolean => queryKey[0] === 'case';

/**
 * Refetches visible queries. On a hidden page a case is refetched only once the page is visible again. A first response
 * still in flight may predate the event; instead of a second request in parallel, the query is refetched when it
 * arrives.
 */
export function makeStale(queries: QueryClient, filters: InvalidateQueryFilters = {}): void {
  const onTheirWay = queries
    .getQueryCache()
    .findAll(filters)
    .filter(({ state }) => state.data === undefined && state.fetchStatus !== 'idle');
  const which = (isMeant: (query: Query) => boolean): InvalidateQueryFilters => ({
    ...filters,
    predicate: (query) => (filters.predicate?.(query) ?? true) && isMeant(query),
  });
  const isSeen = focusManager.isFocused();
  void queries.invalidateQueries(which((query) => isSeen || !isReading(query)));
  if (!isSeen) void queries.invalidateQueries({ ...which(isReading), refetchType: 'none' });
  for (const { queryKey, promise } of onTheirWay) {
    const again = () =>
      queries.invalidateQueries({ queryKey, exact: true }, { cancelRefetch: false }).catch(() => {});
    // A failed query is refetched by its next user.
    promise?.then(again, () => {});
  }
}
