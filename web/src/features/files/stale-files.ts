import type { QueryClient } from '@tanstack/react-query';

/** The tab's own change comes back as no live event: its lists and details are loaded again by this. */
export function staleFiles(queries: QueryClient, caseId: number): void {
  for (const queryKey of [['files', caseId], ['case'], ['cases'], ['activities']]) {
    void queries.invalidateQueries({ queryKey });
  }
}
