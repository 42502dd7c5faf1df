import type { Sort } from '@cusp/contract/case-list';
import { sql } from 'kysely';
import type { DbOrTx } from '../../platform/db/database.ts';
import {
  all,
  conditions,
  type Found,
  hitColumns,
  isMadeOf,
  onEachSide,
  orderOf,
  pageOfHits,
  type Window,
} from './hits.sql.ts';
import type { ListContext } from './list.sql.ts';
import { COMMON } from './list-common.sql.ts';
import type { ListFilter } from './list-filter.ts';

/**
 * Whether few enough cases match the type and material for the restoration index to find them faster than the list
 * walk.
 */
export const isRarelyMade = (
  { restoration, material }: ListFilter,
  { counts }: Pick<ListContext, 'counts'>,
): boolean =>
  (restoration !== null || material !== null) &&
  Object.values(counts).reduce((sum, count) => sum + count, 0) < COMMON;

/** The cases with a restoration of a type, a material or both, if these are rare. */
export function findMade(
  db: DbOrTx,
  filter: ListFilter,
  { circle }: ListContext,
  sort: Sort,
  window: Window,
): Promise<Found> {
  const cases = onEachSide('case_made', sql`case_id`, circle, isMadeOf(filter));
  const where = conditions(filter, circle);
  return pageOfHits(
    db,
    sql`select ${hitColumns(sort)} from (select distinct case_id from (${cases}) as made) as found
      join dental_case on dental_case.id = found.case_id where ${all(where)}`,
    orderOf(filter, sort),
    window,
  );
}
