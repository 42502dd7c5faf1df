import { type Kysely, sql } from 'kysely';

/** How often in a row the conversion of a picture took too long, so that it is not tried for ever. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table served_copy add column timeouts integer not null default 0`.execute(db);
}
