import { type Kysely, sql } from 'kysely';

/** The small copy of each mesh that the viewer opens first, or why it could not be made. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table light_copy (
      file_id bigint primary key references case_file on delete cascade,
      recipe integer not null,
      tries integer not null default 0,
      storage_key text,
      size bigint,
      sha256 text,
      triangles integer,
      failure text,
      made_at timestamptz not null default now(),
      check (num_nulls(storage_key, size, sha256, triangles) in (0, 4)),
      check (storage_key is null or failure is null)
    )
  `.execute(db);
  // Finds files whose copy is missing or out of date without reading all files.
  await sql`create index light_copy_recipe on light_copy (recipe, file_id)`.execute(db);
  await sql`
    insert into light_copy (file_id, recipe, made_at)
    select id, 0, created_at from case_file
    where deleted_at is null and filename ~* '\\.(stl|ply|obj)$'
  `.execute(db);
}
