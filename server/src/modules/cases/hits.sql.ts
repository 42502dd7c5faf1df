import type { Sort } from '@cusp/contract/case-list';
import { type RawBuilder, sql } from 'kysely';
import type { DbOrTx } from '../../platform/db/database.ts';
import { dueIn } from './due.sql.ts';
import type { ListFilter } from './list-filter.ts';

export interface Window {
  offset: number;
  take: number;
}

/** What a search or a filter found: how many cases, and the ids of the page's. */
export interface Found {
  total: number;
  ids: number[];
  /** There are more than `total`, which were not looked for. */
  isCut?: boolean;
}

/** What hits are ordered by. The delivery date is in few indexes, so it is read only where it counts. */
export const hitColumns = (sort: Sort): RawBuilder<unknown> =>
  sort === 'due asc'
    ? sql`dental_case.id, delivery_date`
    : sql`dental_case.id, status, updated_at, published_at`;

/** Which way the key of a sort runs. Without a delivery date a case comes last. */
export const directionOf = (sort: Sort): RawBuilder<unknown> => (sort === 'due asc' ? sql`asc` : sql`desc`);

/** The key of a sort in the indexes of the list, and the order of a walk along them either way. */
export function orderIn(sort: Sort) {
  if (sort === 'due asc') {
    const key = sql.ref('delivery_date');
    return { key, forward: sql`delivery_date asc, id desc`, backward: sql`delivery_date desc, id asc` };
  }
  const key = sql.ref(sort === 'created desc' ? 'published_at' : 'updated_at');
  return { key, forward: sql`${key} desc, id desc`, backward: sql`${key} asc, id asc` };
}

/** Rows of a table with author and recipient that are of a circle, each once. */
export function onEachSide(
  table: 'dental_case' | 'case_search' | 'case_made',
  columns: RawBuilder<unknown>,
  circle: readonly number[],
  where: readonly RawBuilder<unknown>[],
): RawBuilder<unknown> {
  const select = (conditions: RawBuilder<unknown>[]) =>
    sql`select ${columns} from ${sql.table(table)} where ${sql.join([...conditions, ...where], sql` and `)}`;
  const own = sql`${[...circle]}::bigint[]`;
  const parts = circle.flatMap((person) => [
    select([sql`author_id = ${person}::bigint`]),
    select([sql`recipient_id = ${person}::bigint`, sql`author_id <> all(${own})`]),
  ]);
  return sql.join(parts, sql` union all `);
}

/** What the filters by type and material ask of a row of `case_made`. */
export const isMadeOf = ({ restoration, material }: ListFilter): RawBuilder<unknown>[] => [
  ...(restoration === null ? [] : [sql`case_made.type = ${restoration}`]),
  ...(material === null ? [] : [sql`case_made.material = ${material}`]),
];

/** Whether one restoration of a case is of the type and of the material asked for. */
export function makes(filter: ListFilter): RawBuilder<unknown>[] {
  const asked = isMadeOf(filter);
  if (asked.length === 0) return [];
  return [
    sql`exists (select from case_made where case_made.case_id = dental_case.id and ${sql.join(asked, sql` and `)})`,
  ];
}

/** Everything a filter asks of a case but its words and unread comments. */
export function conditions(filter: ListFilter, circle: readonly number[]): RawBuilder<unknown>[] {
  return [
    sql`published_at is not null and deleted_at is null`,
    ...(filter.due ? [dueIn(filter.due.which, filter.due.days)] : []),
    ...(filter.statuses ? [sql`status = any(${[...filter.statuses]}::text[])`] : []),
    ...(filter.sentFrom ? [sql`published_at >= ${filter.sentFrom}`] : []),
    ...(filter.sentBefore ? [sql`published_at < ${filter.sentBefore}`] : []),
    ...(filter.assignee === null ? [] : [sql`assignee_id = ${filter.assignee}`]),
    ...makes(filter),
    ...(filter.counterparts
      ? [
          sql`case when dental_case.author_id = any(${[...circle]}::bigint[]) then dental_case.recipient_id
              else dental_case.author_id end = any(${[...filter.counterparts]}::bigint[])`,
        ]
      : []),
  ];
}

/** Counts hits and takes a page of them. */
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
