import type { Sort } from '@cusp/contract/case-list';
import { type RawBuilder, sql } from 'kysely';
import type { DbOrTx } from '../../platform/db/database.ts';
import { casesVisibleTo } from '../case-access/visible-cases.sql.ts';
import {
  conditions,
  type Found,
  hitColumns,
  onEachSide,
  orderOf,
  pageOfHits,
  type Window,
} from './hits.sql.ts';
import type { ListContext } from './list.sql.ts';
import type { ListFilter } from './list-filter.ts';
import { findMade } from './list-made.sql.ts';
import { type ListRow, listRows } from './list-rows.sql.ts';
import { findByWords } from './list-search.sql.ts';
import { matches } from './search-words.sql.ts';

/**
 * Cases found without the list order: by words, unread comments, due dates, assignee or restoration. They are first
 * found in their own index, then counted and sorted.
 */
export async function findHits(
  db: DbOrTx,
  userId: number,
  filter: ListFilter,
  context: ListContext,
  sort: Sort,
  window: Window,
): Promise<Pick<Found, 'total' | 'isCut'> & { rows: ListRow[] }> {
  const { ids, ...found } =
    filter.unreadOnly || filter.due || filter.assignee !== null
      ? await findMarked(db, userId, filter, context, sort, window)
      : context.words.length > 0
        ? await findByWords(db, filter, context, sort, window)
        : await findMade(db, filter, context, sort, window);
  if (ids.length === 0) return { ...found, rows: [] };
  const page = sql`select id, place from unnest(${ids}::bigint[]) with ordinality as hit (id, place)`;
  return { ...found, rows: await listRows(db, userId, page, sql`page.place`) };
}

/** Cases found by one part of the filter; the other parts are checked on those. */
async function findMarked(
  db: DbOrTx,
  userId: number,
  filter: ListFilter,
  { circle, words, names }: ListContext,
  sort: Sort,
  window: Window,
): Promise<Found> {
  const where = [...conditions(filter, circle), ...[...words, ...names].map(matches)];
  const visible = (cases: RawBuilder<unknown>, found: RawBuilder<unknown>) =>
    sql`select ${hitColumns(sort)} from ${cases}
      where ${sql.join([found, casesVisibleTo(userId), ...where], sql` and `)}`;
  // `offset 0` is an optimisation fence: the planner expects few cases in a circle and would read all of them.
  const assigned = sql`(select * from dental_case where assignee_id = ${filter.assignee}
    and published_at is not null offset 0) as dental_case`;
  const marked = filter.unreadOnly
    ? visible(
        sql`dental_case`,
        sql`id = any(array(select case_id from unread_comment where user_id = ${userId}))`,
      )
    : filter.assignee !== null
      ? visible(assigned, sql`true`)
      : onEachSide('dental_case', hitColumns(sort), circle, where);
  return pageOfHits(db, marked, orderOf(filter, sort), window);
}
