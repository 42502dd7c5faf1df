import { type Kysely, sql } from 'kysely';

/** When the other region last stated the group of a person who lives there, so that an older statement is ignored. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table app_user add column circle_stated_at timestamptz`.execute(db);
}
