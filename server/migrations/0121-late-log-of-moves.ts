import { type Kysely, sql } from 'kysely';

/** Whether everything has arrived that the other region stored in its log after people had moved here. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table region_import add column is_log_complete boolean not null default false`.execute(db);
}
