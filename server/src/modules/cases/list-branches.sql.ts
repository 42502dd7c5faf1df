import type { StatusCode } from '@cusp/contract/cases';
import { type RawBuilder, sql } from 'kysely';
import type { ListFilter } from './list-filter.ts';

interface Shape {
  columns: RawBuilder<unknown>;
  /** A branch for each of them, to walk the index that begins with the status; null where any will do. */
  eachStatus?: readonly StatusCode[] | null;
  /** Any of them, asked of the entries of whatever index is walked. */
  anyStatus?: readonly StatusCode[] | null;
  /** Asked of each case that is walked over. */
  also?: readonly RawBuilder<unknown>[];
  /** How each branch is walked, and how far: without it PostgreSQL reads a branch to its end and sorts. */
  walk?: { order: RawBuilder<unknown>; limit: RawBuilder<unknown> };
}

/**
 * The cases of a circle that pass the filter, as one branch for each person and side: each is a plain walk
 * along an index in list order, so that PostgreSQL merges them and stops after a page. No case is in two
 * branches: the recipient's ones leave out what somebody of the circle wrote.
 */
export function branches(
  filter: ListFilter,
  circle: readonly number[],
  { columns, eachStatus, anyStatus, also = [], walk }: Shape,
): RawBuilder<unknown> {
  const others = sql`${[...circle]}::bigint[]`;
  const common = [
    sql`published_at is not null and deleted_at is null`,
    ...(filter.sentFrom ? [sql`published_at >= ${filter.sentFrom}`] : []),
    ...(filter.sentBefore ? [sql`published_at < ${filter.sentBefore}`] : []),
    ...(anyStatus ? [sql`status = any(${[...anyStatus]}::text[])`] : []),
    ...also,
  ];
  const sides = [
    { own: sql.ref('author_id'), other: sql.ref('recipient_id'), isAuthor: true },
    { own: sql.ref('recipient_id'), other: sql.ref('author_id'), isAuthor: false },
  ];
  const end = walk ? sql`order by ${walk.order} limit ${walk.limit}` : sql``;
  const parts = circle.flatMap((person) =>
    sides.flatMap(({ own, other, isAuthor }) => {
      const where = [
        sql`${own} = ${person}::bigint`,
        ...common,
        ...(isAuthor ? [] : [sql`${other} <> all(${others})`]),
        ...(filter.counterparts ? [sql`${other} = any(${[...filter.counterparts]}::bigint[])`] : []),
      ];
      const of = (more: RawBuilder<unknown>[]) =>
        sql`(select ${columns} from dental_case where ${sql.join([...where, ...more], sql` and `)} ${end})`;
      return eachStatus ? eachStatus.map((status) => of([sql`status = ${status}`])) : [of([])];
    }),
  );
  return sql.join(parts, sql` union all `);
}
