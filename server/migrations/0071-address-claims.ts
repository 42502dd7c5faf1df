import { type Kysely, sql } from 'kysely';

/** E-mail addresses, as digests, that a sign-up in progress claims in both regions. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table address_claim (id uuid primary key, digest bytea not null, until timestamptz not null)`.execute(
    db,
  );
  await sql`create index address_claim_digest on address_claim (digest)`.execute(db);
}
