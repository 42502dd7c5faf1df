import type { Sort } from '@cusp/contract/case-list';
import { type RawBuilder, sql } from 'kysely';
import type { DbOrTx } from '../../platform/db/database.ts';
import {
  conditions,
  directionOf,
  type Found,
  hitColumns,
  onEachSide,
  orderIn,
  orderOf,
  pageOfHits,
  type Window,
} from './hits.sql.ts';
import type { ListContext } from './list.sql.ts';
import { branches } from './list-branches.sql.ts';
import type { ListFilter } from './list-filter.ts';
import { has, matches, namesAssignee, namesParty, type Word } from './search-words.sql.ts';

/** A word that is in this many texts is common: it tells hardly anything about a case. */
const COMMON = 5000;

const hasLetters = ({ text }: Word) => /[\p{L}\p{N}]/u.test(text);

/**
 * Ids of the cases of a circle with a word: in their texts, and by their people. Those with it in several places come
 * several times.
 */
function casesWith(word: Word, circle: readonly number[]): RawBuilder<unknown> {
  const own = sql`${[...circle]}::bigint[]`;
  const sent = sql`published_at is not null and deleted_at is null`;
  const [party, assignee] = [namesParty(word), namesAssignee(word)];
  const ways = [onEachSide('case_search', sql`case_id`, circle, [has(word)])];
  if (party) ways.push(onEachSide('dental_case', sql`id as case_id`, circle, [sent, party]));
  if (assignee)
    ways.push(sql`select id as case_id from dental_case
      where ${assignee} and ${sent} and (author_id = any(${own}) or recipient_id = any(${own}))`);
  return sql.join(ways, sql` union all `);
}

/** Longer words are in fewer cases; one that names somebody of the circle is on all of their cases. */
const rarestFirst = (circle: readonly number[]) => {
  const isOwn = ({ parties }: Word) => parties.some((id) => circle.includes(id));
  return (a: Word, b: Word) => Number(isOwn(a)) - Number(isOwn(b)) || b.text.length - a.text.length;
};

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
  const words = context.words.filter(hasLetters).toSorted(rarestFirst(context.circle));
  const [longest] = words;
  if (!longest) return { total: 0, ids: [] };
  let most = 0;
  for (const word of words) {
    const found = await findByWord(db, filter, context, word, sort, window);
    if (!found.isCommon) return found;
    most = found.total;
  }
  const others = context.words.filter((word) => word !== longest);
  const isAlone = others.length === 0 && conditions(filter, context.circle).length === 1;
  if (isAlone) {
    const shown = { ...window, take: Math.min(window.take, most - window.offset) };
    return { total: most, ids: await walkWith(db, filter, context, longest, sort, shown), isCut: true };
  }
  const where = [...conditions(filter, context.circle), ...others.map(matches)];
  return pageOfHits(
    db,
    sql`select ${hitColumns(sort)} from (select distinct case_id from (${casesWith(longest, context.circle)}) as texts) as found
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
  word: Word,
  sort: Sort,
  window: Window,
): Promise<Found & { isCommon: boolean }> {
  const others = words.filter((each) => each !== word);
  const where = [...conditions(filter, circle), ...others.map(matches)];
  const order = orderOf(filter, sort);
  const { rows } = await sql<{ id: number | null; texts: number; most: number; total: number }>`
    with found as materialized (
      select case_id from (${casesWith(word, circle)}) as texts
      limit ${COMMON}
    ), hit as materialized (
      select ${hitColumns(sort)} from (select distinct case_id from found) as found
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
  word: Word,
  sort: Sort,
  { offset, take }: Window,
): Promise<number[]> {
  if (take <= 0) return [];
  const { key, forward: order } = orderIn(sort);
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
    order by part, at ${directionOf(sort)}, id desc limit ${take} offset ${offset}
  `.execute(db);
  return rows.map(({ id }) => id);
}
