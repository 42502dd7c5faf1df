import { type Kysely, sql } from 'kysely';

/** The patient's front in the scans of a case as marked by people, once for each case. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table case_orientation (
      case_id bigint primary key references dental_case on delete cascade,
      orientation jsonb not null,
      marked_by bigint not null references app_user,
      marked_at timestamptz not null default now()
    )
  `.execute(db);
}
