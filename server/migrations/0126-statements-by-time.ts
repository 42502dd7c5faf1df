import { type Kysely, sql } from 'kysely';

/** Statements of a practice by issue time: ids of two regions are in no common order. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index device_statement_of_maker_by_time on device_statement (maker_id, issued_at, id)`.execute(
    db,
  );
}
