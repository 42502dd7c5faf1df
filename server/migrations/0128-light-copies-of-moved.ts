import { type Kysely, sql } from 'kysely';

/** Progress of queuing light copies for files of people who moved here, which earlier releases did not do. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table region_import add column copies_after bigint default 0`.execute(db);
}
