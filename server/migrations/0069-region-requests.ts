import { type Kysely, sql } from 'kysely';

/** Requests between regions, each accepted once, and an index for comparing addresses by digest. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table region_request (id uuid primary key, until timestamptz not null)`.execute(db);
  await sql`create index app_user_email_bucket on app_user (left(md5(email_key), 4))`.execute(db);
}
