import { type Kysely, sql } from 'kysely';

/**
 * Whether copies of all statements have arrived that people of a move had made for practices which stayed; also for
 * earlier moves.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table region_import add column are_statements_here boolean not null default false`.execute(
    db,
  );
}
