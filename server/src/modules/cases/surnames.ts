import { withApostrophe } from '@cusp/text/search-words';
import type { ListFilter } from './list-filter.ts';

/** Maximum number of words of a search that are tried as surnames with an apostrophe. */
const MAX_SURNAMES = 3;

/** Reads the cases of a filter; if a search finds nothing, once more for each surname whose apostrophe was not typed. */
export async function readWithSurnames<Result>(
  filter: ListFilter,
  read: (filter: ListFilter) => Promise<Result>,
  isEmpty: (result: Result) => boolean,
): Promise<Result> {
  const result = await read(filter);
  if (!isEmpty(result)) return result;
  for (const words of withApostrophe(filter.words).slice(0, MAX_SURNAMES)) {
    const other = await read({ ...filter, words });
    if (!isEmpty(other)) return other;
  }
  return result;
}
