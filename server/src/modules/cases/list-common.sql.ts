import type { Sort } from '@cusp/contract/case-list';
import { type RawBuilder, sql } from 'kysely';
import type { DbOrTx } from '../../platform/db/database.ts';
import { memoryOfEach, shortKey } from '../../platform/short-memory.ts';
import { all, directionOf, type Found, hitColumns, orderIn, orderOf, type Window } from './hits.sql.ts';
import { branches } from './list-branches.sql.ts';
import type { ListFilter } from './list-filter.ts';

/** A word found at least this often is common and hardly narrows the result. */
export const COMMON = 5000;

/**
 * Words that were recently common for a circle, with the number of cases found. Determining that takes most of the time
 * of such a search, and the next letter, page or colleague needs the same.
 */
const commonWords = memoryOfEach<number>({ keptMs: 10 * 60 * 1000, most: 5000 });

const keyOf = (circle: readonly number[], word: string) =>
  shortKey(`${circle.toSorted((a, b) => a - b).join(',')} ${word}`);

/** Number of cases with a word, if it is known to be common. */
export const knownCommon = (db: DbOrTx, circle: readonly number[], word: string): number | undefined =>
  commonWords(db).get(keyOf(circle, word));

export const rememberCommon = (db: DbOrTx, circle: readonly number[], word: string, cases: number): void =>
  commonWords(db).set(keyOf(circle, word), cases);

/**
 * Below this number, each case is tested for the other words of a search, which is faster than finding the cases of
 * those words.
 */
const FEW = 100;

interface Asked {
  filter: ListFilter;
  sort: Sort;
  window: Window;
}

interface Counted {
  times: number;
  most: number;
  other_times: number;
  other_most: number;
  total: number;
}
const NOTHING: Counted = { times: 0, most: 0, other_times: 0, other_most: 0, total: 0 };

/**
 * A page of the cases that `cases` yields as `case_id` (duplicates allowed) and that pass `where`. If they are common,
 * returns no ids but how many of the first cases match. `among` yields a superset of the matching cases: unless these
 * are common too, only cases of both are tested by `where`, which reads all texts of each.
 */
export async function findUnlessCommon(
  db: DbOrTx,
  cases: RawBuilder<unknown>,
  where: readonly RawBuilder<unknown>[],
  { filter, sort, window, among }: Asked & { among: RawBuilder<unknown> | undefined },
): Promise<Found & { isCommon: boolean; commonAmong: number | undefined }> {
  const order = orderOf(filter, sort);
  const times = sql`(select count(*) from found)`;
  const isMany = sql`${times} >= ${FEW} and ${times} < ${COMMON}`;
  const other = sql`select case_id from (${among ?? sql`select null as case_id`}) as each_time
    where ${among ? isMany : sql`false`} limit ${COMMON}`;
  const isAmong = among
    ? sql`not (${isMany}) or (select count(*) from other) = ${COMMON} or case_id in (select case_id from other)`
    : sql`true`;
  const { rows } = await sql<Counted & { id: number | null }>`
    with found as materialized (
      select case_id from (${cases}) as each_time
      limit ${COMMON}
    ), other as materialized (${other}), hit as materialized (
      select ${hitColumns(sort)} from (select distinct case_id from found where ${isAmong}) as found
      join dental_case on dental_case.id = found.case_id
      where ${times} < ${COMMON} and ${all(where)}
    ), page as (
      select id, row_number() over (order by ${order}) as place from hit
      order by ${order} limit ${window.take} offset ${window.offset}
    )
    select times, most, other_times, other_most, total, id
    from (select count(*) as times, count(distinct case_id) as most from found) as all_found,
      (select count(*) as other_times, count(distinct case_id) as other_most from other) as all_other,
      (select count(*) as total from hit) as counted left join page on true order by place
  `.execute(db);
  const [first = NOTHING] = rows;
  const isCommon = first.times === COMMON;
  return {
    isCommon,
    commonAmong: first.other_times === COMMON ? first.other_most : undefined,
    total: isCommon ? first.most : first.total,
    ids: rows.flatMap(({ id }) => id ?? []),
  };
}

/** A page of cases if many pass `also`, so that they are tested in list order. */
export async function walkAlong(
  db: DbOrTx,
  circle: readonly number[],
  also: readonly RawBuilder<unknown>[],
  { filter, sort, window: { offset, take } }: Asked,
): Promise<number[]> {
  if (take <= 0) return [];
  const { key, forward: order } = orderIn(sort);
  const limit = sql`${offset + take}`;
  const groups = sort === 'status asc' ? filter.groups : [null];
  const parts = groups.map((eachStatus, part) => {
    const walks = branches(filter, circle, {
      columns: sql`id, ${key}`,
      eachStatus,
      also,
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
