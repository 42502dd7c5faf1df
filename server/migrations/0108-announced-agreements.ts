import { type Kysely, sql } from 'kysely';

/**
 * How far the mails about a version have come: the last person who had one. Versions that were published without mails are
 * announced to nobody.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table agreement_version
      add column announced_to bigint not null default 0,
      add column announced_at timestamptz
  `.execute(db);
  await sql`update agreement_version set announced_at = now()`.execute(db);
}
