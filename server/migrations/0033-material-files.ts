import { type Kysely, sql } from 'kysely';

/** Which material files a scan asks for, so that its light copy is made anew when one of them comes or goes. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table light_copy
      add column material_files text[],
      add column materials_changed integer not null default 0
  `.execute(db);
}
