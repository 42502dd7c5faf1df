import type { InvalidateQueryFilters, QueryClient } from '@tanstack/react-query';

/**
 * Has what is shown fetched anew. A first answer that is on its way may be older than what happened, and is not asked
 * for twice at once: it is when it has come.
 */
export function makeStale(queries: QueryClient, filters: InvalidateQueryFilters = {}): void {
  const onTheirWay = queries
    .getQueryCache()
    .findAll(filters)
    .filter(({ state }) => state.data === undefined && state.fetchStatus !== 'idle');
  void queries.invalidateQueries(filters);
  for (const { queryKey, promise } of onTheirWay) {
    const again = () =>
      queries.invalidateQueries({ queryKey, exact: true }, { cancelRefetch: false }).catch(() => {});
    // What failed is asked for by whoever needs it.
    promise?.then(again, () => {});
  }
}
