import { type Kysely, sql } from 'kysely';

/** Contradictions that the author of an order confirmed as intended, by the codes of the contract's order rules. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table restoration add column meant text[] not null default '{}'`.execute(db);
}
