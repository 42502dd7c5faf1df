import type { Sort } from '@cusp/contract/case-list';
import { type RawBuilder, sql } from 'kysely';
import type { DbOrTx } from '../../platform/db/database.ts';
import { casesVisibleTo } from './cases.policy.ts';
import { dueIn } from './due.sql.ts';
import { type ListContext, type ListRow, listRows } from './list.sql.ts';
import type { ListFilter } from './list-filter.ts';

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
  window: { offset: number; take: number },
): Promise<{ total: number; rows: ListRow[] }> {
  const order = orderOf(filter, sort);
  const { rows: found } = await sql<{ id: number | null; total: number }>`
    with hit as materialized (${hits(userId, filter, context)}),
    page as (select id, row_number() over (order by ${order}) as place from hit
      order by ${order} limit ${window.take} offset ${window.offset})
    select total, id from (select count(*) as total from hit) as counted left join page on true order by place
  `.execute(db);
  const ids = found.flatMap(({ id }) => id ?? []);
  if (ids.length === 0) return { total: found[0]?.total ?? 0, rows: [] };
  const page = sql`select id, place from unnest(${ids}::bigint[]) with ordinality as hit (id, place)`;
  return { total: found[0]?.total ?? 0, rows: await listRows(db, userId, page, sql`page.place`) };
}

/** A trigram needs three signs; shorter words are looked for at the beginning of a word. */
const SHORTEST_INFIX = 3;

/** LIKE pattern of a folded word; its own wildcards are plain signs. */
function patternOf(word: string): string {
  const plain = word.replace(/[\\%_]/g, (sign) => `\\${sign}`);
  return word.length < SHORTEST_INFIX ? `% ${plain}%` : `%${plain}%`;
}

/** Cases of which the text of the case or of one of its comments has the word. */
const matching = (word: string): RawBuilder<boolean> => sql<boolean>`text like ${patternOf(word)}`;

function hits(userId: number, filter: ListFilter, context: ListContext): RawBuilder<unknown> {
  const { circle } = context;
  const own = sql`${[...circle]}::bigint[]`;
  const unread = sql`array(select case_id from unread_comment where user_id = ${userId})`;
  // The longest word is in the fewest cases; the others are looked for in those.
  const [rarest, ...others] = context.words.toSorted((a, b) => b.length - a.length);
  const isSource = !filter.unreadOnly && !filter.due;
  const rest = isSource ? others : context.words;
  const where = [
    sql`published_at is not null and deleted_at is null`,
    ...(filter.unreadOnly ? [sql`dental_case.id = any(${unread})`] : []),
    ...(filter.due ? [dueIn(filter.due.which, filter.due.days)] : []),
    ...(filter.statuses ? [sql`status = any(${[...filter.statuses]}::text[])`] : []),
    ...(filter.sentFrom ? [sql`published_at >= ${filter.sentFrom}`] : []),
    ...(filter.sentBefore ? [sql`published_at < ${filter.sentBefore}`] : []),
    ...(filter.counterparts.length > 0
      ? [
          sql`case when dental_case.author_id = any(${own}) then dental_case.recipient_id
              else dental_case.author_id end = any(${[...filter.counterparts]}::bigint[])`,
        ]
      : []),
    ...rest.map(
      (word) => sql`exists (select from case_search where case_id = dental_case.id and ${matching(word)})`,
    ),
  ];
  const columns = sql`dental_case.id, status, updated_at, published_at`;
  const sides = (table: string, more: readonly RawBuilder<unknown>[], shown: RawBuilder<unknown>) =>
    sql.join(
      circle.flatMap((person) => [
        sql`select ${shown} from ${sql.table(table)}
          where ${sql.join([sql`author_id = ${person}`, ...more], sql` and `)}`,
        sql`select ${shown} from ${sql.table(table)}
          where ${sql.join([sql`recipient_id = ${person}`, sql`author_id <> all(${own})`, ...more], sql` and `)}`,
      ]),
      sql` union all `,
    );
  if (filter.unreadOnly)
    return sql`select ${columns} from dental_case
      where ${sql.join([casesVisibleTo(userId), ...where], sql` and `)}`;
  if (filter.due || rarest === undefined) return sides('dental_case', where, columns);
  const found = sides('case_search', [matching(rarest)], sql`case_id`);
  return sql`select ${columns} from (select distinct case_id from (${found}) as texts) as found
    join dental_case on dental_case.id = found.case_id where ${sql.join(where, sql` and `)}`;
}

function orderOf(filter: ListFilter, sort: Sort): RawBuilder<unknown> {
  if (sort === 'created desc') return sql`published_at desc, id desc`;
  if (sort === 'updated desc') return sql`updated_at desc, id desc`;
  const inOrder = filter.groups.flatMap((group, place) => group.map((status) => [status, place] as const));
  const ranks = inOrder.map(([status, place]) => sql`when ${sql.lit(status)} then ${sql.lit(place)}`);
  return sql`case status ${sql.join(ranks, sql` `)} end, updated_at desc, id desc`;
}
