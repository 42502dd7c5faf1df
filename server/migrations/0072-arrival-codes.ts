import { type Kysely, sql } from 'kysely';

/** One-use codes of people who signed in at the host of the other region. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table arrival_code (
      hash bytea primary key,
      user_id bigint not null references app_user on delete cascade,
      challenge text not null,
      way text not null,
      spent_at timestamptz,
      expires_at timestamptz not null
    )
  `.execute(db);
  await sql`create index arrival_code_user on arrival_code (user_id)`.execute(db);
}
