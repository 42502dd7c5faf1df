import type { StatusCode } from '@cusp/contract/cases';
import { type RawBuilder, sql } from 'kysely';
import { circleSql, walkEach } from '../case-access/visible-cases.sql.ts';
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
 * along an index in list order, so that PostgreSQL merges them and stops after a page. No case is in two branches.
 */
export function branches(
  filter: ListFilter,
  circle: readonly number[],
  { columns, eachStatus, anyStatus, also = [], walk }: Shape,
): RawBuilder<unknown> {
  const common = [
    ...(filter.sentFrom ? [sql`published_at >= ${filter.sentFrom}`] : []),
    ...(filter.sentBefore ? [sql`published_at < ${filter.sentBefore}`] : []),
    ...(anyStatus ? [sql`status = any(${[...anyStatus]}::text[])`] : []),
    ...also,
  ];
  const end = walk ? sql`order by ${walk.order} limit ${walk.limit}` : sql``;
  return walkEach('dental_case', circle, ({ other, where }) => {
    const all = [
      where,
      ...common,
      ...(filter.counterparts ? [sql`${other} = any(${circleSql(filter.counterparts)})`] : []),
    ];
    const of = (more: RawBuilder<unknown>[]) =>
      sql`(select ${columns} from dental_case where ${sql.join([...all, ...more], sql` and `)} ${end})`;
    return eachStatus ? eachStatus.map((status) => of([sql`status = ${status}`])) : [of([])];
  });
}
