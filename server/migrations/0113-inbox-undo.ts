import { type Kysely, sql } from 'kysely';

/** State of a notice before it was done or snoozed, so that undo restores it completely. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table inbox_item add column was jsonb`.execute(db);
}
