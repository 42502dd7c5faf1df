import { isMaterial, isRestorationType, MATERIALS, RESTORATION_TYPES } from '@cusp/dental/restorations';
import { sql } from 'kysely';
import type { DbOrTx } from '../../platform/db/database.ts';
import type { Actor } from '../../platform/http/actor.ts';
import type { Services } from '../../platform/services.ts';
import { circleOf } from '../case-access/circle.sql.ts';
import { partnersOf } from '../case-access/visible-cases.sql.ts';
import { nameOf } from '../people/person.present.ts';
import { assigneesOf, madeOf } from './filter-options.sql.ts';

/** Everybody with whom a person's circle shares cases. */
const otherSide = (db: DbOrTx, userId: number) =>
  db
    .selectFrom('app_user')
    .where(sql<boolean>`id in (${partnersOf(circleOf(userId))})`)
    .where(sql<boolean>`id <> all(${circleOf(userId)})`)
    .where('deleted_at', 'is', null);

/** Ids of an institution's people on the other side. */
export async function peopleOf(db: DbOrTx, userId: number, institution: string): Promise<number[]> {
  const people = await otherSide(db, userId)
    .select('id')
    .where(sql<string>`normalize(institution)`, '=', institution)
    .execute();
  return people.map(({ id }) => id);
}

/** Filter options: people on the other side by name and institution, assignees and restorations in visible cases. */
export async function readUserFilters({ db }: Services, actor: Actor) {
  const [people, assignees, made] = await Promise.all([
    otherSide(db, actor.userId)
      .select(['id', 'first_name', 'last_name', 'institution', 'picture_key', 'deleted_at'])
      .orderBy('last_name')
      .orderBy('first_name')
      .orderBy('id')
      .execute(),
    assigneesOf(db, actor.userId),
    madeOf(db, actor.userId),
  ]);
  const byInstitution = Map.groupBy(
    people.filter((person) => person.institution !== ''),
    (person) => person.institution,
  );
  const materials = new Set(made.flatMap(({ material }) => (material === '' ? [] : material)));
  const types = new Map(
    made.flatMap(({ type, display_name }) => (type === '' ? [] : [[type, display_name || type]])),
  );
  return {
    institutions: [...byInstitution]
      .map(([name, members]) => ({ name, user_ids: members.map(({ id }) => id) }))
      .sort((a, b) => a.name.localeCompare(b.name)),
    users: people.map((person) => ({ id: person.id, name: nameOf(person) })),
    assignees: assignees.map((person) => ({ id: person.id, name: nameOf(person) })),
    restorations: [...types].map(([type, name]) => ({
      type,
      name: isRestorationType(type) ? RESTORATION_TYPES[type].name : name,
    })),
    materials: [...materials].map((code) => ({
      code,
      name: isMaterial(code) ? MATERIALS[code].name : code,
    })),
  };
}
