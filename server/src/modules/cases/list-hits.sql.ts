import type { Sort } from '@cusp/contract/case-list';
import { sql } from 'kysely';
import type { DbOrTx } from '../../platform/db/database.ts';
import { casesVisibleTo } from './cases.policy.ts';
import {
  conditions,
  type Found,
  HIT_COLUMNS,
  onEachSide,
  orderOf,
  pageOfHits,
  type Window,
} from './hits.sql.ts';
import { type ListContext, type ListRow, listRows } from './list.sql.ts';
import type { ListFilter } from './list-filter.ts';
import { findByWords } from './list-search.sql.ts';
import { matches } from './search-words.sql.ts';

/**
 * Searches, unread comments and due cases: few cases that stand nowhere in order. They are found first, from
 * their own index, then counted and sorted.
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
    filter.unreadOnly || filter.due
      ? await findMarked(db, userId, filter, context, sort, window)
      : await findByWords(db, filter, context, sort, window);
  if (ids.length === 0) return { ...found, rows: [] };
  const page = sql`select id, place from unnest(${ids}::bigint[]) with ordinality as hit (id, place)`;
  return { ...found, rows: await listRows(db, userId, page, sql`page.place`) };
}

/** Cases with unread comments, and due ones: every other part of the filter is asked of those. */
async function findMarked(
  db: DbOrTx,
  userId: number,
  filter: ListFilter,
  { circle, words }: ListContext,
  sort: Sort,
  window: Window,
): Promise<Found> {
  const where = [...conditions(filter, circle), ...words.map(matches)];
  const marked = filter.unreadOnly
    ? sql`select ${HIT_COLUMNS} from dental_case where ${sql.join(
        [
          sql`id = any(array(select case_id from unread_comment where user_id = ${userId}))`,
          casesVisibleTo(userId),
          ...where,
        ],
        sql` and `,
      )}`
    : onEachSide('dental_case', HIT_COLUMNS, circle, where);
  return pageOfHits(db, marked, orderOf(filter, sort), window);
}
