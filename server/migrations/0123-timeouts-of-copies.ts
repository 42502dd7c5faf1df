import { type Kysely, sql } from 'kysely';

/** Consecutive timeouts of a picture's conversion, so that it is not retried forever. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table served_copy add column timeouts integer not null default 0`.execute(db);
}
