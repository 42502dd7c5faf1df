import { type RawBuilder, sql } from 'kysely';
import type { DbOrTx } from '../../platform/db/database.ts';

/** SQL for the ids of a person and of their share group, as an array evaluated once per query. */
export const circleOf = (userId: number): RawBuilder<number[]> =>
  sql<number[]>`(select circle_of(${userId}::bigint))::bigint[]`;

/** Ids of everybody in the circles of these people: the audience of an event about them. */
export async function peopleAround(db: DbOrTx, userIds: readonly (number | null)[]): Promise<number[]> {
  const ids = [...new Set(userIds.filter((id) => id !== null))];
  if (ids.length === 0) return [];
  const { rows } = await sql<{ id: number }>`
    select distinct unnest(circle_of(person)) as id from unnest(${ids}::bigint[]) as person
  `.execute(db);
  return rows.map((row) => row.id);
}

/** The ids in the circles of each of these people, in order. */
export async function circlesOf(db: DbOrTx, people: readonly number[]): Promise<Map<number, number[]>> {
  const { rows } = await sql<{ id: number; circle: number[] }>`
    select id, array(select unnest(circle_of(id)) order by 1) as circle from app_user where id = any(${[...people]}::bigint[])
  `.execute(db);
  return new Map(rows.map(({ id, circle }) => [id, circle]));
}

/** The owner of the person's group, or the person if they have no group. */
export async function practiceIdOf(db: DbOrTx, userId: number): Promise<number> {
  const { rows } = await sql<{ id: number }>`select ${practiceSql(sql`${userId}::bigint`)} as id`.execute(db);
  return rows[0]?.id ?? userId;
}

/** The same in SQL, for an expression with the id of a person. */
export const practiceSql = (person: RawBuilder<unknown>): RawBuilder<number> => sql<number>`coalesce((
  select share_group.owner_id from group_member join share_group on share_group.id = group_member.group_id
  where group_member.user_id = ${person} and group_member.status = 'ACCD'
), ${person})`;

/** SQL: whether a person owns or belongs to a share group. */
export const hasShareGroup = (userId: number): RawBuilder<boolean> => sql<boolean>`(
  exists (select from share_group where owner_id = ${userId})
  or exists (select from group_member where user_id = ${userId} and status = 'ACCD')
)`;
