import { type Kysely, sql } from 'kysely';

/** What a notice was before it was done or put off, so that undo brings all of it back. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table inbox_item add column was jsonb`.execute(db);
}
