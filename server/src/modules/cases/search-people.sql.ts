import { fold } from '@cusp/text/search-words';
import { sql } from 'kysely';
import type { DbOrTx } from '../../platform/db/database.ts';
import { patternOf } from '../../platform/db/search-pattern.ts';
import { type Circle, circleSql, partnersOf } from '../case-access/visible-cases.sql.ts';
import type { Word } from './search-words.sql.ts';

/**
 * SQL for the ids of everybody who can be author, recipient or assignee of a case of a circle: the circle, its
 * partners, and the share groups of both.
 */
export const peopleAroundCases = (own: Circle) => sql`(
    with near as (
      select unnest(${own}) as id
      union (${partnersOf(own)})
    ), groups as (
      select id from share_group where owner_id in (select id from near)
      union select group_id from group_member where user_id in (select id from near) and status = 'ACCD'
    )
    select id from near
    union select owner_id from share_group where id in (select id from groups)
    union select user_id from group_member where group_id in (select id from groups) and status = 'ACCD'
  )`;

/** The people whom each folded word names, by their current names and institutions. */
export async function peopleNamed(
  db: DbOrTx,
  circle: readonly number[],
  words: readonly string[],
): Promise<Pick<Word, 'parties' | 'assignees'>[]> {
  const { rows } = await sql<Pick<Word, 'parties' | 'assignees'>>`
    with around as materialized (
      select person.id, search_name, search_institution from ${peopleAroundCases(circleSql(circle))} as near
      join app_user as person on person.id = near.id where person.deleted_at is null
    )
    select
      coalesce(array_agg(id) filter (where id is not null), '{}') as parties,
      coalesce(array_agg(id) filter (where search_name like pattern), '{}') as assignees
    from unnest(${words.map(patternOf)}::text[]) with ordinality as word (pattern, place)
    left join around on search_name like pattern or search_institution like pattern
    group by place order by place
  `.execute(db);
  return rows;
}

/** Names as words of a search, with the people around the circle's cases who have them. */
export async function namesOf(
  db: DbOrTx,
  circle: readonly number[],
  names: readonly string[],
): Promise<Word[]> {
  if (names.length === 0) return [];
  const folded = names.map(fold);
  const people = await peopleNamed(db, circle, folded);
  return folded.map((text, at) => ({
    text,
    isName: true,
    teeth: [],
    types: [],
    materials: [],
    parties: [],
    assignees: [],
    ...people[at],
  }));
}
