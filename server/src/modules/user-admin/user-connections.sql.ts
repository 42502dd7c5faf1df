import type { UserConnection } from '@cusp/contract/staff-users';
import { fullName } from '@cusp/text/names';
import { sql } from 'kysely';
import type { DbOrTx } from '../../platform/db/database.ts';
import { pageWithin } from '../../platform/http/pagination.ts';
import type { IdPage } from '../staff-lists/long-list.sql.ts';

export const CONNECTIONS_PER_PAGE = 25;

const partOf = (userId: number) =>
  sql<boolean>`(connection.owner_id = ${userId} or connection.user_id = ${userId})`;

/** One page of a person's connections, newest first. Both sides have an index, and one person has few. */
export async function connectionsOf(
  db: DbOrTx,
  userId: number,
  wished: number,
): Promise<{ page: IdPage; connections: UserConnection[] }> {
  const { total } = await db
    .selectFrom('connection')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where(partOf(userId))
    .executeTakeFirstOrThrow();
  const number = pageWithin(wished, total, CONNECTIONS_PER_PAGE);
  const rows = await db
    .selectFrom('connection')
    .leftJoin('app_user as far', (join) =>
      join.on(
        'far.id',
        '=',
        sql<number>`case when connection.owner_id = ${userId} then connection.user_id else connection.owner_id end`,
      ),
    )
    .select(['connection.id', 'status', 'is_locked', 'connection.owner_id', 'connection.created_at'])
    .select(['connection.email as invited', 'far.id as far_id', 'far.email', 'far.deleted_at'])
    .select(['far.first_name', 'far.last_name', 'far.institution'])
    .where(partOf(userId))
    .orderBy('connection.created_at', 'desc')
    .orderBy('connection.id', 'desc')
    .limit(CONNECTIONS_PER_PAGE)
    .offset((number - 1) * CONNECTIONS_PER_PAGE)
    .execute();
  return {
    page: { number, total, isCut: false, ids: rows.map(({ id }) => id) },
    connections: rows.map((row) => {
      const isKnown = row.far_id !== null && row.deleted_at === null;
      return {
        id: row.id,
        status: row.status,
        is_designated: row.is_locked,
        is_owner: row.owner_id === userId,
        user_id: row.far_id,
        name: isKnown ? fullName(row.first_name ?? '', row.last_name ?? '') : '',
        email: isKnown ? (row.email ?? '') : row.far_id === null ? row.invited : '',
        institution: isKnown ? (row.institution ?? '') : '',
        created_date: row.created_at.toISOString(),
      };
    }),
  };
}
