import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  // A zip has the CRC of a file before its bytes; a job computes those of existing files.
  await sql`alter table case_file add column crc32 bigint, add column version integer not null default 1`.execute(
    db,
  );
  await sql`
    update case_file set version = numbered.version
    from (
      select id, row_number() over (partition by case_id, filename order by id) as version from case_file
    ) as numbered
    where case_file.id = numbered.id and numbered.version > 1
  `.execute(db);
  await sql`create index case_file_name on case_file (case_id, filename, version)`.execute(db);
  // A case now counts names instead of versions.
  await sql`
    update dental_case set file_count = named.count
    from (
      select case_id, count(distinct filename) as count from case_file
      where deleted_at is null group by case_id having count(distinct filename) < count(*)
    ) as named
    where dental_case.id = named.case_id
  `.execute(db);
  await sql`create index case_file_without_crc on case_file (id) where crc32 is null and deleted_at is null`.execute(
    db,
  );

  // An upload in progress, of one person to one case; its parts are bytes in the store, in order.
  await sql`
    create table upload (
      id uuid primary key default gen_random_uuid(),
      case_id bigint not null references dental_case on delete cascade,
      user_id bigint not null references app_user on delete cascade,
      filename text not null,
      size bigint not null,
      modified bigint,
      received bigint not null default 0,
      file_id bigint references case_file on delete cascade,
      created_at timestamptz not null default now(),
      expires_at timestamptz not null,
      check (received <= size)
    )
  `.execute(db);
  await sql`create index upload_user on upload (user_id, expires_at)`.execute(db);
  await sql`create index upload_expiry on upload (expires_at)`.execute(db);
  await sql`create index upload_case on upload (case_id)`.execute(db);
  await sql`create index upload_file on upload (file_id)`.execute(db);
  await sql`
    create table upload_part (
      upload_id uuid not null references upload on delete cascade,
      start bigint not null,
      size bigint not null check (size > 0),
      storage_key text not null unique,
      primary key (upload_id, start)
    )
  `.execute(db);
}
