import { type Kysely, sql } from 'kysely';

/** The id up to which copies of statements have arrived: those of a large lab take longer than one job. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table region_import add column statements_after bigint not null default 0`.execute(db);
}
