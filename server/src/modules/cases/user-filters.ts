import { sql } from 'kysely';
import type { DbOrTx } from '../../platform/db/database.ts';
import type { Actor } from '../../platform/http/actor.ts';
import type { Services } from '../../platform/services.ts';
import { nameOf } from '../profile/person.present.ts';
import { circleOf } from '../share-groups/circle.sql.ts';

/** Everybody a person's circle shares cases with. */
const otherSide = (db: DbOrTx, userId: number) =>
  db
    .selectFrom('app_user')
    .where(
      sql<boolean>`id in (
        select recipient_id from case_tally where author_id = any(${circleOf(userId)}) and count > 0
        union
        select author_id from case_tally where recipient_id = any(${circleOf(userId)}) and count > 0
      )`,
    )
    .where(sql<boolean>`id <> all(${circleOf(userId)})`)
    .where('deleted_at', 'is', null);

/** Ids of an institution's people on the other side. */
export async function peopleOf(db: DbOrTx, userId: number, institution: string): Promise<number[]> {
  const people = await otherSide(db, userId).select('id').where('institution', '=', institution).execute();
  return people.map(({ id }) => id);
}

/** Everybody on the other side by name, and the same people by institution. */
export async function readUserFilters(services: Services, actor: Actor) {
  const people = await otherSide(services.db, actor.userId)
    .select(['id', 'first_name', 'last_name', 'institution', 'picture_key', 'deleted_at'])
    .orderBy('last_name')
    .orderBy('first_name')
    .orderBy('id')
    .execute();
  const byInstitution = Map.groupBy(
    people.filter((person) => person.institution !== ''),
    (person) => person.institution,
  );
  return {
    institutions: [...byInstitution]
      .map(([name, members]) => ({ name, user_ids: members.map(({ id }) => id) }))
      .sort((a, b) => a.name.localeCompare(b.name)),
    users: people.map((person) => ({ id: person.id, name: nameOf(person) })),
  };
}
