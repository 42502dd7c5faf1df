import { type Kysely, sql } from 'kysely';

/** What the author of an order confirmed as meant although it looks like a slip; marks of the contract's order rules. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table restoration add column meant text[] not null default '{}'`.execute(db);
}
