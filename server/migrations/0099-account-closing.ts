import { type Kysely, sql } from 'kysely';

/**
 * When an account closes permanently; until then signing in keeps it. It stays set afterwards until the person's copies
 * of cases are removed.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table app_user add column closes_at timestamptz`.execute(db);
  await sql`create index app_user_closing on app_user (closes_at) where closes_at is not null`.execute(db);
}
