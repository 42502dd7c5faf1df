import { readPersonal, writePersonal } from '../../../client/personal-storage.ts';
import { type CaseFilters, filtersOf, searchOf } from './case-filters.ts';

const NAME = 'case-filters';

/** Keeps filters in this browser, written as the query of /cases; the search text is left out. */
export function keepFilters(filters: CaseFilters): void {
  writePersonal(NAME, searchOf({ ...filters, searchString: '' }));
}

/** The kept filters, null when there are none. */
export function keptFilters(): CaseFilters | null {
  const kept = readPersonal(NAME);
  return typeof kept === 'string' && kept !== '' ? filtersOf(kept) : null;
}
