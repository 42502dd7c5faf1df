import { type Kysely, sql } from 'kysely';

/**
 * A second device that a person connects to one case: first a one-time code, then a token in its cookie. It ends with
 * the session that created it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table case_handoff (
      id uuid primary key default gen_random_uuid(),
      user_id bigint not null references app_user,
      case_id bigint not null references dental_case on delete cascade,
      session_id uuid not null references session on delete cascade,
      code_hash bytea unique,
      code_expires_at timestamptz not null,
      token_hash bytea unique,
      user_agent text not null default '',
      created_at timestamptz not null default now(),
      opened_at timestamptz,
      last_used_at timestamptz,
      expires_at timestamptz,
      ended_at timestamptz
    )
  `.execute(db);
  await sql`create index case_handoff_person on case_handoff (user_id)`.execute(db);
  await sql`create index case_handoff_session on case_handoff (session_id)`.execute(db);
  await sql`create index case_handoff_case on case_handoff (case_id)`.execute(db);
}
