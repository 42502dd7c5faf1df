import type { Sort } from '@cusp/contract/case-list';
import { type RawBuilder, sql } from 'kysely';
import type { DbOrTx } from '../../platform/db/database.ts';
import {
  conditions,
  type Found,
  hitColumns,
  isMadeOf,
  makes,
  onEachSide,
  orderOf,
  pageOfHits,
  type Window,
} from './hits.sql.ts';
import type { ListContext } from './list.sql.ts';
import { findUnlessCommon, walkAlong } from './list-common.sql.ts';
import type { ListFilter } from './list-filter.ts';

/**
 * The cases with a restoration of a type, of a material, or of both. Rare ones come from the index on what is made. Of
 * common ones without any other filter the total is counted in that index and the page is found in list order.
 */
export async function findMade(
  db: DbOrTx,
  filter: ListFilter,
  { circle }: ListContext,
  sort: Sort,
  window: Window,
): Promise<Found> {
  const cases = onEachSide('case_made', sql`case_id`, circle, isMadeOf(filter));
  const where = conditions(filter, circle);
  const asked = { filter, sort, window };
  const found = await findUnlessCommon(db, cases, where, asked);
  if (!found.isCommon) return { total: found.total, ids: found.ids };
  const isAlone = conditions({ ...filter, restoration: null, material: null }, circle).length === 1;
  if (!isAlone) {
    const all = onEachSide('dental_case', hitColumns(sort), circle, where);
    return pageOfHits(db, all, orderOf(filter, sort), window);
  }
  const total = await countCases(db, cases, filter);
  const shown = { ...window, take: Math.min(window.take, total - window.offset) };
  return { total, ids: await walkAlong(db, circle, makes(filter), { ...asked, window: shown }) };
}

/** A case has one row for a type and a material together, and may have several for one of them. */
async function countCases(
  db: DbOrTx,
  cases: RawBuilder<unknown>,
  { restoration, material }: ListFilter,
): Promise<number> {
  const counted = restoration !== null && material !== null ? sql`count(*)` : sql`count(distinct case_id)`;
  const { rows } = await sql<{ total: number }>`
    select ${counted} as total from (${cases}) as made
  `.execute(db);
  return rows[0]?.total ?? 0;
}
