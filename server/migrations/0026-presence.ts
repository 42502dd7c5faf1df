import { type Kysely, sql } from 'kysely';

/** The cases that people have open now. Unlogged: after a crash the open pages report again. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create unlogged table case_visit (
      case_id bigint not null references dental_case on delete cascade,
      user_id bigint not null references app_user on delete cascade,
      visit uuid not null,
      began_at timestamptz not null default now(),
      seen_at timestamptz not null default now(),
      typing_until timestamptz,
      primary key (case_id, user_id, visit)
    )
  `.execute(db);
  await sql`create index case_visit_seen on case_visit (seen_at)`.execute(db);
}
