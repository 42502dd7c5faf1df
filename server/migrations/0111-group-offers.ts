import { type Kysely, sql } from 'kysely';

/** Until when a member may accept to become the owner of the group; a group has at most one such offer. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table group_member add column offered_until timestamptz`.execute(db);
  await sql`
    create unique index group_member_offered on group_member (group_id) where offered_until is not null
  `.execute(db);
}
