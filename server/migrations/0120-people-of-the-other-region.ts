import { type Kysely, sql } from 'kysely';

/**
 * When the other region read the data that is stored here about a person who lives there, so that an older statement is
 * ignored. Copies of cases of people who have closed their account there are removed.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table app_user add column person_stated_at timestamptz`.execute(db);
  await sql`
    update app_user set closes_at = now() where presence in ('guest', 'moved') and deleted_at is not null and closes_at is null
  `.execute(db);
}
