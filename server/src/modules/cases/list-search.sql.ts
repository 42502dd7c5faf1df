import type { Sort } from '@cusp/contract/case-list';
import { sql } from 'kysely';
import type { DbOrTx } from '../../platform/db/database.ts';
import {
  conditions,
  type Found,
  HIT_COLUMNS,
  onEachSide,
  orderOf,
  pageOfHits,
  type Window,
} from './hits.sql.ts';
import type { ListContext } from './list.sql.ts';
import { branches } from './list-branches.sql.ts';
import type { ListFilter } from './list-filter.ts';
import { has, matches } from './search-words.sql.ts';

/** A word that is in this many texts is common: it tells hardly anything about a case. */
const COMMON = 5000;

const hasLetters = (word: string) => /[\p{L}\p{N}]/u.test(word);

/**
 * The cases in which all words occur. Those with one of the words come from the index on letters, the others
 * are looked for in these; the longest word is in the fewest cases, unless it is a common one.
 */
export async function findByWords(
  db: DbOrTx,
  filter: ListFilter,
  context: ListContext,
  sort: Sort,
  window: Window,
): Promise<Found> {
  // Signs alone are in no index: they are only looked for beside words.
  const words = context.words.filter(hasLetters).toSorted((a, b) => b.length - a.length);
  if (words.length === 0) return { total: 0, ids: [] };
  let most = 0;
  for (const word of words) {
    const found = await findByWord(db, filter, context, word, sort, window);
    if (!found.isCommon) return found;
    most = found.total;
  }
  const [only = ''] = words;
  const others = context.words.filter((word) => word !== only);
  const isAlone = others.length === 0 && conditions(filter, context.circle).length === 1;
  if (isAlone) {
    const shown = { ...window, take: Math.min(window.take, most - window.offset) };
    return { total: most, ids: await walkWith(db, filter, context, only, sort, shown), isCut: true };
  }
  const where = [...conditions(filter, context.circle), ...others.map(matches)];
  const texts = onEachSide('case_search', sql`case_id`, context.circle, [has(only)]);
  return pageOfHits(
    db,
    sql`select ${HIT_COLUMNS} from (select distinct case_id from (${texts}) as texts) as found
      join dental_case on dental_case.id = found.case_id where ${sql.join(where, sql` and `)}`,
    orderOf(filter, sort),
    window,
  );
}

/** The cases with a word; where it is a common one, only of how many cases its first texts are. */
async function findByWord(
  db: DbOrTx,
  filter: ListFilter,
  { circle, words }: ListContext,
  word: string,
  sort: Sort,
  window: Window,
): Promise<Found & { isCommon: boolean }> {
  const others = words.filter((each) => each !== word);
  const where = [...conditions(filter, circle), ...others.map(matches)];
  const order = orderOf(filter, sort);
  const { rows } = await sql<{ id: number | null; texts: number; most: number; total: number }>`
    with found as materialized (
      select case_id from (${onEachSide('case_search', sql`case_id`, circle, [has(word)])}) as texts
      limit ${COMMON}
    ), hit as materialized (
      select ${HIT_COLUMNS} from (select distinct case_id from found) as found
      join dental_case on dental_case.id = found.case_id
      where (select count(*) from found) < ${COMMON} and ${sql.join(where, sql` and `)}
    ), page as (
      select id, row_number() over (order by ${order}) as place from hit
      order by ${order} limit ${window.take} offset ${window.offset}
    )
    select texts, most, total, id
    from (select count(*) as texts, count(distinct case_id) as most from found) as all_found,
      (select count(*) as total from hit) as counted left join page on true order by place
  `.execute(db);
  const [{ texts, most, total } = { texts: 0, most: 0, total: 0 }] = rows;
  const isCommon = texts === COMMON;
  return { isCommon, total: isCommon ? most : total, ids: rows.flatMap(({ id }) => id ?? []) };
}

/** A page of the cases with a common word: every few cases in list order have it, so they are tried in turn. */
async function walkWith(
  db: DbOrTx,
  filter: ListFilter,
  { circle }: ListContext,
  word: string,
  sort: Sort,
  { offset, take }: Window,
): Promise<number[]> {
  if (take <= 0) return [];
  const key = sql.ref(sort === 'created desc' ? 'published_at' : 'updated_at');
  const order = sql`${key} desc, id desc`;
  const limit = sql`${offset + take}`;
  const groups = sort === 'status asc' ? filter.groups : [null];
  const parts = groups.map((eachStatus, part) => {
    const walks = branches(filter, circle, {
      columns: sql`id, ${key}`,
      eachStatus,
      also: [matches(word)],
      walk: { order, limit },
    });
    return sql`(select id, ${sql.lit(part)} as part, ${key} as at from (${walks}) as visible
      order by ${order} limit ${limit})`;
  });
  const { rows } = await sql<{ id: number }>`
    select id from (${sql.join(parts, sql` union all `)}) as hit
    order by part, at desc, id desc limit ${take} offset ${offset}
  `.execute(db);
  return rows.map(({ id }) => id);
}
