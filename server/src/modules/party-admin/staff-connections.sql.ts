import type { StaffConnection } from '@cusp/contract/staff-parties';
import type { STAFF_CONNECTION_SORTS } from '@cusp/contract/staff-parties.routes';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { DbOrTx } from '../../platform/db/database.ts';
import { patternOf } from '../../platform/db/search-pattern.ts';
import type { ConnectionTable } from '../../platform/db/tables/partners.ts';
import { nameOf } from '../people/person.present.ts';
import { type LongList, listCount } from '../staff-lists/long-list.sql.ts';
import { type PartyRow, partiesHave, partyJson, partyOf } from './parties.sql.ts';

/** As the indexes of `connection` have them. */
const SORTS: Record<(typeof STAFF_CONNECTION_SORTS)[number], RawBuilder<unknown>> = {
  requested: sql`created_at`,
  updated: sql`updated_at`,
  state: sql`(case when is_locked then 'DSGN' else status end)`,
};

/** All connections and requests, searched by both people but not by their messages. */
export const connectionList = (db: DbOrTx): LongList => ({
  table: sql`connection`,
  where: [sql<boolean>`true`],
  searched: partiesHave(db, {
    columns: [sql.ref('connection.owner_id'), sql.ref('connection.user_id')],
    listed: sql<boolean>`in_connections`,
    hasRows: (person) => sql<boolean>`(
      exists (select from connection where owner_id = ${person} offset 0)
      or exists (select from connection where user_id = ${person} offset 0)
    )`,
    also: (word) =>
      sql<boolean>`(connection.user_id is null and search_text(connection.email) like ${patternOf(word)})`,
  }),
  sorts: SORTS,
  count: () => listCount(db, 'connections'),
});

type Row = Pick<
  Selectable<ConnectionTable>,
  | 'id'
  | 'email'
  | 'status'
  | 'is_locked'
  | 'designation_version'
  | 'designation_changed_at'
  | 'created_at'
  | 'updated_at'
> & { owner: PartyRow; user: PartyRow | null; changed_by: PartyRow | null };

/** Connections with these ids, in no order. */
export async function staffConnectionsOf(db: DbOrTx, ids: readonly number[]): Promise<StaffConnection[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<Row>`
    select connection.id, connection.email, status, is_locked, designation_version, designation_changed_at,
      connection.created_at, connection.updated_at,
      ${partyJson('owner')} as owner, ${partyJson('invited')} as user, ${partyJson('changer')} as changed_by
    from connection
    join app_user as owner on owner.id = owner_id
    left join app_user as invited on invited.id = user_id
    left join app_user as changer on changer.id = designation_changed_by
    where connection.id = any(${[...ids]}::bigint[])
  `.execute(db);
  return rows.map((row) => ({
    id: row.id,
    owner: partyOf(row.owner),
    user: partyOf(row.user, row.email),
    status: row.status,
    is_designated: row.is_locked,
    designation_changed_by: nameOf(row.changed_by),
    designation_date: row.designation_changed_at?.toISOString() ?? null,
    designation_version: row.designation_version,
    requested_date: row.created_at.toISOString(),
    updated_date: row.updated_at.toISOString(),
  }));
}
