import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  // Whose line it was that broke: the visits of its browser go with it.
  await sql`alter table case_visit add column session_id uuid`.execute(db);
  await sql`create index case_visit_session on case_visit (session_id)`.execute(db);
  // Said by following the invitation to the sign-up form, which shows that the mail was read there.
  await sql`alter table connection add column accepted_at_signup boolean not null default false`.execute(db);
}
