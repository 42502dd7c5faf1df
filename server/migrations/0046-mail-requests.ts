import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  // Requested mails, whether or not an account exists to send one to: the rate limit has to be the same in both cases.
  await sql`
    create table mail_request (
      key text not null,
      asked_at timestamptz not null default clock_timestamp()
    )
  `.execute(db);
  await sql`create index mail_request_key on mail_request (key, asked_at desc)`.execute(db);
  await sql`create index mail_request_asked_at on mail_request (asked_at)`.execute(db);
}
