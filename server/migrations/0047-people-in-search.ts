import { type Kysely, sql } from 'kysely';

/**
 * Searches find people by their row, so that a changed name applies to all their cases immediately and no case is
 * rewritten. The table of people is small compared to that of cases.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table app_user
      add column search_name text generated always as (search_text(
        first_name || ' ' || last_name || coalesce(' ' || korean_name(first_name, last_name), '')
      )) stored,
      add column search_institution text generated always as (search_text(institution)) stored
  `.execute(db);
  await sql`
    create index case_assignee on dental_case (assignee_id)
    include (id, author_id, recipient_id, status, published_at, updated_at, delivery_date, deleted_at)
    where assignee_id is not null and published_at is not null and deleted_at is null
  `.execute(db);
  // Lists by delivery date, read from an index like the other orders.
  for (const [side, other] of [
    ['author_id', 'recipient_id'],
    ['recipient_id', 'author_id'],
  ]) {
    await sql
      .raw(
        `create index case_${side}_delivery on dental_case (${side}, delivery_date, id desc)
         include (${other}, status, published_at) where published_at is not null and deleted_at is null`,
      )
      .execute(db);
  }
  // Read for each case by the filters by restoration and material.
  await sql`create index restoration_case on restoration (case_id) include (type, material)`.execute(db);
}
