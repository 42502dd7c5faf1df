import { type Kysely, sql } from 'kysely';

/**
 * Lists of due cases are read from their indexes alone, which contain the sort columns. Before, each of the cases was
 * read to sort them. Both are built before the old ones are dropped, because dropping blocks readers of cases until the
 * end of the transaction.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(db);
  for (const [own, far] of [
    ['author', 'recipient_id'],
    ['recipient', 'author_id, author_removed_at'],
  ])
    await run(`
      create index case_${own}_id_due_new on dental_case (${own}_id, delivery_date)
      include (${far}, id, status, published_at, updated_at)
      where published_at is not null and ${own}_removed_at is null and delivery_date is not null
        and status not in ('COMP', 'CLSD')
    `);
  for (const own of ['author', 'recipient']) {
    await run(`drop index case_${own}_id_due`);
    await run(`alter index case_${own}_id_due_new rename to case_${own}_id_due`);
  }
}
