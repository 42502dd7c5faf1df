import { type Kysely, sql } from 'kysely';

/** Statements of a practice by the time when they were issued: ids of two regions are in no order. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index device_statement_of_maker_by_time on device_statement (maker_id, issued_at, id)`.execute(
    db,
  );
}
