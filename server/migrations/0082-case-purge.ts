import { type Kysely, sql } from 'kysely';

/**
 * When all personal data of a case was removed, and an index of the cases that are due: both sides deleted their
 * copies, or the draft was discarded. Texts of deleted comments are found by an index too.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table dental_case add column purged_at timestamptz`.execute(db);
  await sql`
    create index case_to_purge on dental_case (id)
    where purged_at is null and author_removed_at is not null
      and (recipient_removed_at is not null or published_at is null)
  `.execute(db);
  await sql`
    create index comment_to_blank on case_comment (id) where deleted_at is not null and body <> ''
  `.execute(db);
}
