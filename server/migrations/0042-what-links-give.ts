import { type Kysely, sql } from 'kysely';

/**
 * Copies of files without data that could identify a patient or a place, JPEGs of pictures that browsers cannot show,
 * and the contents of each link.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table served_copy (
      file_id bigint not null references case_file on delete cascade,
      kind text not null check (kind in ('clean', 'preview')),
      recipe integer not null,
      storage_key text,
      size bigint,
      sha256 text,
      crc32 bigint,
      failure text,
      made_at timestamptz not null default now(),
      primary key (file_id, kind),
      check (num_nulls(storage_key, size, sha256, crc32) in (0, 4)),
      check (storage_key is null or failure is null)
    )
  `.execute(db);
  await sql`alter table case_file add column keeps_metadata boolean not null default false`.execute(db);
  await sql`
    alter table share_link
      add column file_ids bigint[] not null default '{}',
      add column gives_texts boolean not null default false
  `.execute(db);
}
