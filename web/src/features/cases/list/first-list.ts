import type { PageSize } from '@cusp/contract/case-list';
import { listCases, PAGE_SIZES } from '@cusp/contract/case-list.routes';
import type { QueryClient } from '@tanstack/react-query';
import { readPersonal } from '../../../client/personal-storage.ts';
import { requestAhead } from '../../../client/use-call.ts';
import { filtersOf, pageOf, wireQueryOf } from '../filters/case-filters.ts';
import { keptLayout } from './use-list-layout.ts';

/** Name under which this browser stores the number of cases per page. */
export const PAGE_SIZE = 'cases-per-page';

/** The chosen number of cases per page. */
export function keptPageSize(): PageSize {
  const kept = readPersonal(PAGE_SIZE);
  return PAGE_SIZES.find((each) => each === kept) ?? PAGE_SIZES[0];
}

/**
 * Requests the list that a page opened at this query of /cases shows first, without a search text. Board and calendar
 * request their own.
 */
export function requestFirst(queries: QueryClient, search: string): void {
  if (keptLayout() !== 'list') return;
  const query = wireQueryOf(filtersOf(search), pageOf(search), keptPageSize());
  requestAhead(queries, listCases, { query }, ['cases', query]);
}
