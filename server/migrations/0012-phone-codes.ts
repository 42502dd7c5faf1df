import { type Kysely, sql } from 'kysely';

/** Codes sent to verify phone numbers. The requester, the number, the network and the code are keyed digests. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table phone_code (
      id uuid primary key default uuidv7(),
      owner_hash bytea not null,
      phone_hash bytea not null,
      network_hash bytea not null,
      code_hash bytea not null,
      tries integer not null default 0,
      created_at timestamptz not null default now(),
      expires_at timestamptz not null,
      verified_at timestamptz,
      ended_at timestamptz
    )
  `.execute(db);
  await sql`create index phone_code_owner on phone_code (owner_hash, phone_hash)`.execute(db);
  await sql`create index phone_code_age on phone_code (created_at)`.execute(db);
}
