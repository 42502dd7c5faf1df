import { type Kysely, sql } from 'kysely';

/**
 * Progress of the mails about a version: the last person who was mailed. Versions published without mails are not
 * announced.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table agreement_version
      add column announced_to bigint not null default 0,
      add column announced_at timestamptz
  `.execute(db);
  await sql`update agreement_version set announced_at = now()`.execute(db);
}
