import { type RawBuilder, sql } from 'kysely';
import type { DbOrTx } from '../../platform/db/database.ts';
import { dueIn, isFinished } from './due.sql.ts';
import { conditions, onEachSide } from './hits.sql.ts';
import type { ListContext } from './list.sql.ts';
import type { ListFilter } from './list-filter.ts';
import { type ListRow, listRows } from './list-rows.sql.ts';
import { matches } from './search-words.sql.ts';

interface Span {
  /** The first and the last day, `YYYY-MM-DD`. */
  from: string;
  to: string;
  /** Maximum number of cases read for each day. */
  perDay: number;
}

/** For conditions that do not depend on the days. */
const ANY_DAYS = { today: '', lastSoon: '', sunday: '' };

/** All filters besides the days. */
const filtered = (userId: number, filter: ListFilter, { circle, words, names }: ListContext) => [
  ...conditions(filter, circle),
  ...[...words, ...names].map(matches),
  ...(filter.unreadOnly
    ? [sql`id = any(array(select case_id from unread_comment where user_id = ${userId}))`]
    : []),
];

/** The first cases of each day by their delivery date, unfinished ones first, and the number of each day's cases. */
export async function casesOfDays(
  db: DbOrTx,
  userId: number,
  filter: ListFilter,
  context: ListContext,
  { from, to, perDay }: Span,
): Promise<{ totals: ReadonlyMap<string, number>; rows: ListRow[] }> {
  const hits = onEachSide('dental_case', sql`dental_case.id, delivery_date, status`, context.circle, [
    sql`delivery_date between ${from}::date and ${to}::date`,
    ...filtered(userId, filter, context),
  ]);
  const { rows: found } = await sql<{ id: number; day: string; total: number }>`
    select id, delivery_date::text as day, total from (
      select id, delivery_date, count(*) over (partition by delivery_date) as total,
        row_number() over (partition by delivery_date order by ${isFinished}, id desc) as place
      from (${hits}) as hit
    ) as ranked
    where place <= ${perDay} order by delivery_date, place
  `.execute(db);
  const ids = found.map(({ id }) => id);
  const page = sql`select id, place from unnest(${ids}::bigint[]) with ordinality as hit (id, place)`;
  return {
    totals: new Map(found.map(({ day, total }) => [day, total])),
    rows: ids.length === 0 ? [] : await listRows(db, userId, page, sql`page.place`),
  };
}

/** Number of unfinished cases without a delivery date, and so without a day. */
export const undatedCases = (db: DbOrTx, userId: number, filter: ListFilter, context: ListContext) =>
  countOf(
    db,
    onEachSide('dental_case', sql`1`, context.circle, [
      dueIn('none', ANY_DAYS),
      ...filtered(userId, filter, context),
    ]),
  );

/** Number of unfinished cases whose delivery date was before a day. */
export async function overdueBefore(
  db: DbOrTx,
  userId: number,
  filter: ListFilter,
  context: ListContext,
  { before, today }: { before: string; today: string },
): Promise<number> {
  const overdue = onEachSide('dental_case', sql`1`, context.circle, [
    dueIn('overdue', { ...ANY_DAYS, today }),
    sql`delivery_date < ${before}::date`,
    ...filtered(userId, filter, context),
  ]);
  return countOf(db, overdue);
}

async function countOf(db: DbOrTx, hits: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from (${hits}) as hit`.execute(db);
  return rows[0]?.count ?? 0;
}
