import { type RawBuilder, sql } from 'kysely';
import type { DbOrTx } from '../../platform/db/database.ts';
import { circleOf } from '../case-access/circle.sql.ts';
import { casesVisibleTo, waysOf } from '../case-access/visible-cases.sql.ts';
import type { PersonRow } from '../people/person.present.ts';
import { peopleAroundCases } from './search-people.sql.ts';

/** The assignees of the cases a person sees, by name. The index is probed for one case each. */
export async function assigneesOf(db: DbOrTx, userId: number): Promise<PersonRow[]> {
  const { rows } = await sql<PersonRow>`
    select person.id, first_name, last_name, institution, picture_key, person.deleted_at
    from ${peopleAroundCases(circleOf(userId))} as near join app_user as person on person.id = near.id
    where person.deleted_at is null
      and exists (select from dental_case where assignee_id = person.id and ${casesVisibleTo(userId)})
    order by last_name, first_name, person.id
  `.execute(db);
  return rows;
}

interface Made {
  type: string;
  display_name: string;
  material: string;
}

/**
 * The types and materials made in the cases a person sees, as distinct pairs. A loose index scan jumps from each pair
 * to the next, so the cost depends on the number of pairs, not of cases.
 */
export async function madeOf(db: DbOrTx, userId: number): Promise<Made[]> {
  const circle = circleOf(userId);
  const ways = waysOf('case_made', sql<number>`person.id`, circle);
  const names = ways.map((_, at) => sql.ref(`way${at}`));
  const { rows } = await sql<Made>`
    with recursive person as materialized (select unnest(${circle}) as id),
      ${sql.join(ways.map(({ where }, at) => pairsOf(names[at] ?? sql``, where)))}
    select type, material, max((
      select display_name from restoration
      where restoration.case_id = pair.case_id and (restoration.type, restoration.material) = (pair.type, pair.material)
      order by position limit 1
    )) as display_name
    from (${sql.join(
      names.map((name) => sql`select * from ${name}`),
      sql` union all `,
    )}) as pair
    group by type, material order by type, material
  `.execute(db);
  return rows;
}

/** A recursive table of the restorations in the cases on the path of each `person`, with one case for each pair. */
function pairsOf(name: RawBuilder<unknown>, where: RawBuilder<boolean>): RawBuilder<unknown> {
  const first = (after: RawBuilder<unknown>) => sql`
    select person.id as person_id, type, material, case_id from case_made
    where ${where} ${after} order by type, material, case_id limit 1`;
  return sql`${name} as (
    select next.* from person, lateral (${first(sql``)}) as next
    union all
    select next.* from ${name} as last
      cross join lateral (select last.person_id as id) as person
      cross join lateral (${first(
        sql`and (case_made.type, case_made.material) > (last.type, last.material)`,
      )}) as next
  )`;
}
