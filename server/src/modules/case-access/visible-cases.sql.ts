import { type RawBuilder, sql } from 'kysely';
import { bigints } from '../../platform/db/bigints.ts';
import type { DbOrTx } from '../../platform/db/database.ts';
import { type CaseTable, type Side, sidesOf } from './case-sides.sql.ts';
import { circleOf } from './circle.sql.ts';

/** SQL for the ids of a person and of their share group, as a `bigint[]`. */
export type Circle = RawBuilder<readonly number[]>;

export const circleSql = (ids: readonly number[]): Circle => sql`${[...ids]}::bigint[]`;

const isFor = ({ own, sees }: Side, circle: Circle) => sql<boolean>`(${own} = any(${circle}) and ${sees})`;

/** Predicate: whether a circle sees a case. Expects `dental_case` in the query. */
export function visibleToCircle(circle: Circle): RawBuilder<boolean> {
  const { both, author, recipient } = sidesOf('dental_case');
  return sql<boolean>`(${both} and (${isFor(author, circle)} or ${isFor(recipient, circle)}))`;
}

/** The same for a single person. */
export const casesVisibleTo = (userId: number): RawBuilder<boolean> => visibleToCircle(circleOf(userId));

/** Whether a case was sent and at least one person still sees it. Expects `dental_case` in the query. */
export function isKept(): RawBuilder<boolean> {
  const { both, author, recipient } = sidesOf('dental_case');
  return sql<boolean>`(${both} and (${author.sees} or ${recipient.sees}))`;
}

/** Whether a party is in a circle, whether or not it still has its copy. Expects `dental_case` in the query. */
export function isAroundCircle(circle: Circle): RawBuilder<boolean> {
  const { author, recipient } = sidesOf('dental_case');
  return sql<boolean>`(${author.own} = any(${circle}) or ${recipient.own} = any(${circle}))`;
}

/** Whether a circle sees a case from the author's side. Expects `dental_case` in the query. */
export const isOnAuthorsSide = (circle: Circle): RawBuilder<boolean> =>
  isFor(sidesOf('dental_case').author, circle);

/** The same for the recipient's side. */
export const isOnRecipientsSide = (circle: Circle): RawBuilder<boolean> =>
  isFor(sidesOf('dental_case').recipient, circle);

/** SQL for the other party of a case, as seen by a circle. Expects `dental_case` in the query. */
export function counterpartOf(circle: Circle): RawBuilder<number> {
  const { author, recipient } = sidesOf('dental_case');
  return sql<number>`case when ${isFor(author, circle)} then ${author.other} else ${recipient.other} end`;
}

/** One of the paths by which a circle sees rows. Each row is on exactly one path. */
export interface Way {
  /** The side from which the circle sees the row. */
  side: 'author' | 'recipient';
  /** The other party, as seen by the circle. */
  other: RawBuilder<number>;
  where: RawBuilder<boolean>;
}

/** The paths of one person of a circle, for queries that read each path along an index. */
export function waysOf(table: CaseTable, person: RawBuilder<number>, circle: Circle): Way[] {
  const { both, author, recipient } = sidesOf(table);
  return [
    {
      side: 'author',
      other: author.other,
      where: sql`${author.own} = ${person} and ${author.sees} and ${both}`,
    },
    {
      side: 'recipient',
      other: recipient.other,
      where: sql`${recipient.own} = ${person} and ${recipient.sees} and ${both} and not ${isFor(author, circle)}`,
    },
  ];
}

type Select = (way: Way) => RawBuilder<unknown>;

/** Walk: the rows of a circle with known members, each row once; one `select` for each person and path. */
export const walkEach = (
  table: CaseTable,
  people: readonly number[],
  select: (way: Way) => readonly RawBuilder<unknown>[],
): RawBuilder<unknown> =>
  sql.join(
    people.flatMap((person) =>
      waysOf(table, sql<number>`${person}::bigint`, circleSql(people)).flatMap(select),
    ),
    sql` union all `,
  );

/** Walk: the same for a circle computed by the query; use it in `from`, where it is called `walk`. */
export function walkFor(table: CaseTable, userId: number, select: Select): RawBuilder<unknown> {
  const circle = circleOf(userId);
  const ways = waysOf(table, sql.ref<number>('person.id'), circle).map(select);
  return sql`unnest(${circle}) as person (id) cross join lateral (${sql.join(ways, sql` union all `)}) as walk`;
}

/**
 * Tally: rows of a table of counts, with how many cases of each a circle sees. Each case is counted on one path only.
 */
export function tallied(
  table: 'case_tally' | 'made_tally',
  circle: Circle,
  select: (way: Way & { count: RawBuilder<number> }) => RawBuilder<unknown>,
): RawBuilder<unknown> {
  const { author, recipient } = sidesOf(table);
  const column = (name: string) => sql.ref<number>(`${table}.${name}`);
  // `count` includes cases that either side has.
  const beyondAuthors = sql<number>`case when ${isFor(author, circle)}
    then ${column('count')} - ${column('author_count')} else ${column('recipient_count')} end`;
  return sql.join(
    [
      select({
        side: 'author',
        other: author.other,
        where: isFor(author, circle),
        count: column('author_count'),
      }),
      select({
        side: 'recipient',
        other: recipient.other,
        where: isFor(recipient, circle),
        count: beyondAuthors,
      }),
    ],
    sql` union all `,
  );
}

/** SQL for the ids of the people with whom a circle has cases; may contain duplicates. */
export const partnersOf = (circle: Circle): RawBuilder<unknown> =>
  tallied(
    'case_tally',
    circle,
    ({ other, where, count }) => sql`select ${other} as id from case_tally where ${where} and ${count} > 0`,
  );

/** Ids of everybody who sees a case now, in no order; only the author sees a draft. */
export const audienceOf = async (db: DbOrTx, { id }: { id: number }): Promise<number[]> => [
  ...((await audiencesOf(db, [id])).get(id) ?? []),
];

/** Ids of the people who see each case, keyed by case id. */
export type Audiences = ReadonlyMap<number, readonly number[]>;

/** The same for several cases, keyed by case id; cases without an audience are missing from the map. */
export async function audiencesOf(db: DbOrTx, caseIds: readonly number[]): Promise<Audiences> {
  const { both, author, recipient } = sidesOf('dental_case');
  const chosen = sql`dental_case.id = any(${bigints(caseIds)})`;
  const party = ({ own, sees }: Side) =>
    sql`select dental_case.id as case_id, ${own} as id from dental_case where ${chosen} and ${both} and ${sees}`;
  const { rows } = await sql<{ case_id: number; ids: number[] }>`
    select case_id, array_agg(id order by id) as ids from (
      select case_id, unnest(circle_of(party.id)) as id
      from (${party(author)} union ${party(recipient)}) as party
      union
      select id, author_id from dental_case where ${chosen} and published_at is null and author_removed_at is null
    ) as person group by case_id
  `.execute(db);
  return new Map(rows.map(({ case_id, ids }) => [case_id, ids]));
}
