import {
  focusManager,
  type InvalidateQueryFilters,
  type Query,
  type QueryClient,
} from '@tanstack/react-query';

/** Asking for a case is a look, which the audit log keeps. */
const isReading = ({ queryKey }: Query): boolean => queryKey[0] === 'case';

/**
 * Has what is shown fetched anew; on a page that nobody sees, a case only when somebody looks again. A first answer
 * that is on its way may be older than what happened, and is not asked for twice at once: it is when it has come.
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
    // What failed is asked for by whoever needs it.
    promise?.then(again, () => {});
  }
}
