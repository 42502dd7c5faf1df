import { type Kysely, sql } from 'kysely';

/** The material files that a scan refers to, so that its light copy is rebuilt when one of them is added or removed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table light_copy
      add column material_files text[],
      add column materials_changed integer not null default 0
  `.execute(db);
}
