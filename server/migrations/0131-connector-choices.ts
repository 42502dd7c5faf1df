import { type Kysely, sql } from 'kysely';

/** What the author of an order chose about neighbouring units; other pairs follow the proposal of the catalogue. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table dental_case add column connector_choices jsonb not null default '[]'`.execute(db);
}
