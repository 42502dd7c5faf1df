import { sql } from 'kysely';
import { bigints } from '../../platform/db/bigints.ts';
import type { DbOrTx } from '../../platform/db/database.ts';
import type { Actor } from '../../platform/http/actor.ts';
import type { Services } from '../../platform/services.ts';
import { nameOf, pictureOf } from '../people/person.present.ts';
import { type CaseInHand, visibleCase } from './case-in-hand.sql.ts';
import { audienceOf } from './visible-cases.sql.ts';

/** Everybody who sees the case and can sign in, by name. */
export async function peopleOn(db: DbOrTx, dentalCase: Pick<CaseInHand, 'id'>) {
  return db
    .selectFrom('app_user')
    .select(['id', 'first_name', 'last_name', 'institution', 'picture_key', 'deleted_at'])
    .where('id', '=', sql<number>`any(${bigints(await audienceOf(db, dentalCase))})`)
    .where('deleted_at', 'is', null)
    .where('activated_at', 'is not', null)
    .orderBy('first_name')
    .orderBy('last_name')
    .orderBy('id')
    .execute();
}

/** The people of both sides whom this person can mention: everybody except themselves. */
export async function readPeople(services: Services, actor: Actor, caseId: number) {
  const people = await peopleOn(services.db, await visibleCase(services.db, actor.userId, caseId));
  return {
    people: people
      .filter((person) => person.id !== actor.userId)
      .map((person) => ({
        user_id: person.id,
        name: nameOf(person),
        institution: person.institution,
        picture: pictureOf(person),
      })),
  };
}
