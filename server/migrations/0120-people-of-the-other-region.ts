import { type Kysely, sql } from 'kysely';

/** When the other region read what is known here of somebody who lives there, so that an older statement changes nothing. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table app_user add column person_stated_at timestamptz`.execute(db);
}
