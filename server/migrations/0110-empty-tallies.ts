import { type Kysely, sql } from 'kysely';

/** Types and materials without a case can be free text of purged cases. From now on the purge removes them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    delete from made_tally where (count, author_count, recipient_count) = (0, 0, 0)
  `.execute(db);
}
