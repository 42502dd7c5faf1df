import type { Sort } from '@cusp/contract/case-list';
import { type Waits, waitingStatuses } from '@cusp/dental/case-status';
import { type RawBuilder, sql } from 'kysely';
import { bigints } from '../../platform/db/bigints.ts';
import type { DbOrTx } from '../../platform/db/database.ts';
import { circleSql, counterpartOf, isOnAuthorsSide, walkEach } from '../case-access/visible-cases.sql.ts';
import { dueIn } from './due.sql.ts';
import type { ListFilter } from './list-filter.ts';

export interface Window {
  offset: number;
  take: number;
}

/** The result of a search or filter: the number of cases and the ids on the page. */
export interface Found {
  total: number;
  ids: number[];
  /** Counting stopped at `total`; there are more. */
  isCut?: boolean;
}

/** The columns hits are sorted by. Few indexes contain the delivery date, so it is read only if needed. */
export const hitColumns = (sort: Sort): RawBuilder<unknown> =>
  sort === 'due asc'
    ? sql`dental_case.id, delivery_date`
    : sql`dental_case.id, status, updated_at, published_at`;

/** The direction of a sort key. Cases without a delivery date come last. */
export const directionOf = (sort: Sort): RawBuilder<unknown> => (sort === 'due asc' ? sql`asc` : sql`desc`);

/** The key of a sort in the list's indexes, and the order of a walk in either direction. */
export function orderIn(sort: Sort) {
  if (sort === 'due asc') {
    const key = sql.ref('delivery_date');
    return { key, forward: sql`delivery_date asc, id desc`, backward: sql`delivery_date desc, id asc` };
  }
  const key = sql.ref(sort === 'created desc' ? 'published_at' : 'updated_at');
  return { key, forward: sql`${key} desc, id desc`, backward: sql`${key} asc, id asc` };
}

/** Rows of a table that a circle sees, without duplicates. */
export const onEachSide = (
  table: 'dental_case' | 'case_search' | 'case_made',
  columns: RawBuilder<unknown>,
  circle: readonly number[],
  conditions: readonly RawBuilder<unknown>[],
): RawBuilder<unknown> =>
  walkEach(table, circle, ({ where }) => [
    sql`select ${columns} from ${sql.table(table)} where ${sql.join([where, ...conditions], sql` and `)}`,
  ]);

/** The conditions of the type and material filters on a row of `case_made`. */
export const isMadeOf = ({ restoration, material }: ListFilter): RawBuilder<unknown>[] => [
  ...(restoration === null ? [] : [sql`case_made.type = ${restoration}`]),
  ...(material === null ? [] : [sql`case_made.material = ${material}`]),
];

/** Whether a single restoration of a case matches both the type and the material. */
export function makes(filter: ListFilter): RawBuilder<unknown>[] {
  const asked = isMadeOf(filter);
  if (asked.length === 0) return [];
  return [
    sql`exists (select from case_made where case_made.case_id = dental_case.id and ${sql.join(asked, sql` and `)})`,
  ];
}

/** Joins these conditions with `and`; the list may be empty. */
export const all = (conditions: readonly RawBuilder<unknown>[]): RawBuilder<unknown> =>
  conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `);

/** Whether a visible case waits for the circle (`us`) or for its other side (`them`). */
function waitsIn(waits: Waits, circle: readonly number[]): RawBuilder<boolean> {
  const isIn = (side: 'author' | 'recipient') =>
    sql`status = any(${[...waitingStatuses(waits, side)]}::text[])`;
  return sql<boolean>`(case when ${isOnAuthorsSide(circleSql(circle))} then ${isIn('author')}
    else ${isIn('recipient')} end)`;
}

/** All filter conditions on a visible case except search words and unread comments. */
export function conditions(filter: ListFilter, circle: readonly number[]): RawBuilder<unknown>[] {
  return [
    ...(filter.due ? [dueIn(filter.due.which, filter.due.days)] : []),
    ...(filter.statuses ? [sql`status = any(${[...filter.statuses]}::text[])`] : []),
    ...(filter.waits ? [waitsIn(filter.waits, circle)] : []),
    ...(filter.sentFrom ? [sql`published_at >= ${filter.sentFrom}`] : []),
    ...(filter.sentBefore ? [sql`published_at < ${filter.sentBefore}`] : []),
    ...(filter.assignee === null ? [] : [sql`assignee_id = ${filter.assignee}`]),
    ...makes(filter),
    ...(filter.counterparts
      ? [sql`${counterpartOf(circleSql(circle))} = any(${bigints(filter.counterparts)})`]
      : []),
  ];
}

/** Counts the hits and reads one page of them. */
export async function pageOfHits(
  db: DbOrTx,
  hits: RawBuilder<unknown>,
  order: RawBuilder<unknown>,
  window: Window,
): Promise<Found> {
  const { rows } = await sql<{ id: number | null; total: number }>`
    with hit as materialized (${hits}),
    page as (select id, row_number() over (order by ${order}) as place from hit
      order by ${order} limit ${window.take} offset ${window.offset})
    select total, id from (select count(*) as total from hit) as counted left join page on true order by place
  `.execute(db);
  return { total: rows[0]?.total ?? 0, ids: rows.flatMap(({ id }) => id ?? []) };
}

export function orderOf(filter: ListFilter, sort: Sort): RawBuilder<unknown> {
  if (sort !== 'status asc') return orderIn(sort).forward;
  const inOrder = filter.groups.flatMap((group, place) => group.map((status) => [status, place] as const));
  const ranks = inOrder.map(([status, place]) => sql`when ${sql.lit(status)} then ${sql.lit(place)}`);
  return sql`case status ${sql.join(ranks, sql` `)} end, updated_at desc, id desc`;
}
