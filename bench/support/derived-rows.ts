import { sql } from 'kysely';
import type { Db } from '../../server/src/platform/db/database.ts';

/** Tables that triggers derive from cases, restorations and comments, in the order in which they are written. */
export const DERIVED = ['case_search', 'case_made', 'made_tally', 'case_tally'] as const;

/**
 * Writes the rows that triggers would have written for the cases of `fill`, in a hundredth of their time: each case is
 * sent, has one restoration, the same for all, and only ASCII texts, whose search words are simply in lower case.
 */
export async function writeDerivedRows(db: Db): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(db);
  await run(`
    insert into case_search (case_id, comment_id, author_id, recipient_id, author_removed, recipient_removed, text)
    select sent.id, 0, sent.author_id, sent.recipient_id, false, false,
      ' ' || lower(concat_ws(' ', patient_first, patient_last, no, author.institution, recipient.institution, note))
    from dental_case as sent
    join app_user as author on author.id = sent.author_id join app_user as recipient on recipient.id = sent.recipient_id
    union all
    select sent.id, comment.id, sent.author_id, sent.recipient_id, false, false, ' ' || lower(comment.body)
    from case_comment as comment join dental_case as sent on sent.id = comment.case_id
    union all
    select sent.id, -1, sent.author_id, sent.recipient_id, false, false, made.text
    from dental_case as sent,
      (select text from search_rows_of_orders(array(select id from dental_case limit 1))) as made
  `);
  await run(`
    insert into case_made (case_id, author_id, recipient_id, status, type, material, author_removed, recipient_removed)
    select sent.id, author_id, recipient_id, status, type, material, false, false
    from dental_case as sent join restoration on restoration.case_id = sent.id
  `);
  await run(`
    insert into made_tally (author_id, recipient_id, status, type, material, author_count, recipient_count, count)
    select author_id, recipient_id, status, type, material, count(*), count(*), count(*) from case_made
    group by author_id, recipient_id, status, grouping sets ((type, material), (type), (material))
  `);
  // Few rows, whose own triggers maintain the list of people with cases and the counts of staff.
  await run('set session_replication_role = origin');
  await run(`
    insert into case_tally (author_id, recipient_id, status, author_count, recipient_count, count)
    select author_id, recipient_id, status, count(*), count(*), count(*) from dental_case group by 1, 2, 3
  `);
}
