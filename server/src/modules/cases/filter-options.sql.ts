import { sql } from 'kysely';
import type { DbOrTx } from '../../platform/db/database.ts';
import type { PersonRow } from '../profile/person.present.ts';
import { circleOf } from '../share-groups/circle.sql.ts';
import { casesVisibleTo } from './cases.policy.ts';
import { peopleAroundCases } from './search-people.sql.ts';

/** The assignees of the cases a person sees, by name. Each is asked for one case only. */
export async function assigneesOf(db: DbOrTx, userId: number): Promise<PersonRow[]> {
  const { rows } = await sql<PersonRow>`
    select person.id, first_name, last_name, institution, picture_key, person.deleted_at
    from ${peopleAroundCases(sql`${circleOf(userId)}`)} as near join app_user as person on person.id = near.id
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

/** What is made in the cases a person sees: types and materials together, each pair once. */
export async function madeOf(db: DbOrTx, userId: number): Promise<Made[]> {
  const { rows } = await sql<Made>`
    select type, material, max(display_name) as display_name
    from dental_case join restoration on restoration.case_id = dental_case.id
    where ${casesVisibleTo(userId)} group by type, material order by type, material
  `.execute(db);
  return rows;
}
