import { type Kysely, sql } from 'kysely';

/** Since when everybody needs a second step to sign in; null while the deployment does not require one. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table deployment add column second_step_since timestamptz`.execute(db);
}
