import type { StatusCode } from '@cusp/contract/cases';
import { waitingStatuses } from '@cusp/dental/case-status';
import { type RawBuilder, sql } from 'kysely';
import { bigints } from '../../platform/db/bigints.ts';
import { walkEach } from '../case-access/visible-cases.sql.ts';
import type { ListFilter } from './list-filter.ts';

interface Shape {
  columns: RawBuilder<unknown>;
  /** One branch per status, which walks the index that begins with the status; null for any status. */
  eachStatus?: readonly StatusCode[] | null;
  /** Any of these statuses, checked on the entries of the walked index. */
  anyStatus?: readonly StatusCode[] | null;
  /** Checked on each case of the walk. */
  also?: readonly RawBuilder<unknown>[];
  /**
   * Order and limit of each branch: without them PostgreSQL reads the whole branch and sorts. `total` is how many cases
   * pass the filter, where that is known.
   */
  walk?: { order: RawBuilder<unknown>; limit: RawBuilder<unknown>; total?: number };
}

/** With at least this many cases of the people in the filter, a walk through all cases meets them often enough. */
const MANY_WITH_PEOPLE = 1000;

/**
 * The cases of a circle that pass the filter, one branch for each person and side. Each branch is a plain walk along
 * an index in list order, so that PostgreSQL merges them and stops after a page. Each case is in exactly one branch.
 */
export function branches(
  filter: ListFilter,
  circle: readonly number[],
  { columns, eachStatus, anyStatus, also = [], walk }: Shape,
): RawBuilder<unknown> {
  const { waits } = filter;
  const common = [
    ...(filter.sentFrom ? [sql`published_at >= ${filter.sentFrom}`] : []),
    ...(filter.sentBefore ? [sql`published_at < ${filter.sentBefore}`] : []),
    ...also,
  ];
  // Few cases are found by both people and sorted. PostgreSQL underestimates the cases of two people, so this plan is
  // prevented if there are many.
  const met = (other: RawBuilder<number>) =>
    (walk?.total ?? 0) >= MANY_WITH_PEOPLE ? sql<number>`(${other} + 0)` : other;
  const end = walk ? sql`order by ${walk.order} limit ${walk.limit}` : sql``;
  return walkEach('dental_case', circle, ({ side, other, where }) => {
    // Without a filter by status, a walk by status goes through those in which the cases of its side wait.
    const waiting = waits && waitingStatuses(waits, side);
    const those = (statuses: readonly StatusCode[]) =>
      statuses.filter((status) => !waiting || waiting.includes(status));
    const each = eachStatus === undefined ? undefined : (eachStatus ?? waiting);
    const any = each ? null : (anyStatus ?? waiting);
    const all = [
      where,
      ...(any ? [sql`status = any(${those(any)}::text[])`] : []),
      ...common,
      ...(filter.counterparts ? [sql`${met(other)} = any(${bigints(filter.counterparts)})`] : []),
    ];
    const of = (more: RawBuilder<unknown>[]) =>
      sql`(select ${columns} from dental_case where ${sql.join([...all, ...more], sql` and `)} ${end})`;
    if (!each) return [of([])];
    const walked = those(each);
    return walked.length > 0 ? walked.map((status) => of([sql`status = ${status}`])) : [of([sql`false`])];
  });
}
