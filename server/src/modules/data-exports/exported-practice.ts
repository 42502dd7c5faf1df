import type { ExportManifest } from '@cusp/contract/export-format';
import { sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';

/** The people of a practice, their group and their connections. */
export async function practiceJson(db: Db, people: readonly number[]): Promise<ExportManifest['practice']> {
  const ids = [...people];
  const group = await db
    .selectFrom('share_group')
    .select('name')
    .where('owner_id', 'in', ids)
    .executeTakeFirst();
  const rows = await db
    .selectFrom('app_user')
    .select(['email', 'first_name', 'last_name', 'role', 'institution', 'country', 'phone', 'address'])
    .select(['language', 'created_at'])
    .where('id', 'in', ids)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute();
  const connections = await db
    .selectFrom('connection')
    .innerJoin('app_user as far', (join) =>
      join.on(sql<boolean>`far.id in (connection.owner_id, connection.user_id)`),
    )
    .select(['far.email', 'far.first_name', 'far.last_name', 'far.institution'])
    .distinct()
    .where('connection.status', '=', 'ACCD')
    .where((where) =>
      where.or([where('connection.owner_id', 'in', ids), where('connection.user_id', 'in', ids)]),
    )
    .where('far.id', 'not in', ids)
    .where('far.deleted_at', 'is', null)
    .orderBy('far.email')
    .execute();
  return {
    group: group?.name ?? null,
    people: rows.map(({ created_at, ...person }) => ({
      ...person,
      member_since: created_at.toISOString().slice(0, 10),
    })),
    connections,
  };
}
