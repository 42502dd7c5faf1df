import { sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';
import { peopleOf } from './moved-rows.ts';

/** Cases whose rows one transaction writes. */
const AT_A_TIME = 100;

/** Writes the rows by which cases of people who have arrived are searched; until then a search does not find them. */
export async function searchArrived(db: Db, circle: readonly number[]): Promise<void> {
  for (let after: number | undefined = 0; after !== undefined; ) after = await searchSome(db, circle, after);
}

/** The last case of those that were written; undefined after the last one. */
const searchSome = (db: Db, circle: readonly number[], after: number): Promise<number | undefined> =>
  db.transaction().execute(async (tx) => {
    // Held first, so that the rows are not of before an edit that writes them itself.
    const { rows } = await sql<{ id: number }>`
      select id from dental_case
      where author_id = ${peopleOf(circle)} and id > ${after} and published_at is not null
        and (author_removed_at is null or recipient_removed_at is null)
        and not exists (select from case_search where case_id = dental_case.id and comment_id = 0)
      order by id limit ${AT_A_TIME} for no key update
    `.execute(tx);
    await sql`
      insert into case_search (case_id, comment_id, author_id, recipient_id, author_removed, recipient_removed, text)
      select * from search_rows(${rows.map(({ id }) => id)}::bigint[])
      on conflict do nothing
    `.execute(tx);
    return rows.at(-1)?.id;
  });
