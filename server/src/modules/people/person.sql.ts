import { type RawBuilder, sql } from 'kysely';
import type { PersonRow } from './person.present.ts';

/** A person as one JSON column of a query in which `alias` is their row of `app_user`; null if there is no row. */
export const personJson = (alias: string): RawBuilder<PersonRow | null> => {
  const column = (name: string) => sql.ref(`${alias}.${name}`);
  return sql<PersonRow | null>`case when ${column('id')} is null then null else json_build_object(
    'id', ${column('id')}, 'first_name', ${column('first_name')}, 'last_name', ${column('last_name')},
    'institution', ${column('institution')}, 'picture_key', ${column('picture_key')},
    'deleted_at', ${column('deleted_at')}) end`;
};
