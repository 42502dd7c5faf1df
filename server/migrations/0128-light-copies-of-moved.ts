import { type Kysely, sql } from 'kysely';

/** How far light copies of the files of people who moved here were queued: before a release they were not. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table region_import add column copies_after bigint default 0`.execute(db);
}
