import { type Kysely, sql } from 'kysely';

/** The shortcuts of a person: whether single keys work, and the keys that differ from the defaults. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table app_user add column shortcuts jsonb not null default '{"on": true, "keys": {}}'
  `.execute(db);
}
