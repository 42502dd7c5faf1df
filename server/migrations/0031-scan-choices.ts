import { type Kysely, sql } from 'kysely';

/** Roles of scans that people have chosen, and those guessed from the shape. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // By name, so that the next version gets it too.
  await sql`
    create table scan_choice (
      case_id bigint not null references dental_case on delete cascade,
      filename text not null,
      role text not null,
      jaw text check (jaw in ('upper', 'lower')),
      tooth smallint,
      chosen_by bigint not null references app_user,
      chosen_at timestamptz not null default now(),
      primary key (case_id, filename)
    )
  `.execute(db);
  await sql`alter table light_copy add column longest_mm real, add column is_closed boolean`.execute(db);
}
