import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  // Session of the connection: when it breaks, the visits of its browser end too.
  await sql`alter table case_visit add column session_id uuid`.execute(db);
  await sql`create index case_visit_session on case_visit (session_id)`.execute(db);
  // Set by following the invitation to the sign-up form, which proves that the mail was read at that address.
  await sql`alter table connection add column accepted_at_signup boolean not null default false`.execute(db);
}
