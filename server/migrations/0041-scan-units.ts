import { type Kysely, sql } from 'kysely';

/** Units that people have chosen for the numbers of scans. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // By file and not by name: the next version may come from another program.
  await sql`
    create table scan_unit (
      file_id bigint primary key references case_file on delete cascade,
      unit text not null check (unit in ('mm', 'cm', 'm', 'inch', 'um')),
      chosen_by bigint not null references app_user,
      chosen_at timestamptz not null default now()
    )
  `.execute(db);
}
