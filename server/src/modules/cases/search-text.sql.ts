import { sql } from 'kysely';
import type { DbOrTx } from '../../platform/db/database.ts';

/**
 * Writes the text that the list search looks in: patient, number, both institutions and note of a sent case,
 * folded. Each word stands after a blank, so that short words can be found at their beginning.
 */
export async function writeSearchText(db: DbOrTx, caseId: number): Promise<void> {
  await sql`
    insert into case_search (case_id, author_id, recipient_id, text)
    select sent.id, sent.author_id, sent.recipient_id, ' ' || fold(regexp_replace(concat_ws(' ',
      sent.patient_first, sent.patient_last, sent.no, author.institution, recipient.institution, sent.note
    ), '[[:space:]]+', ' ', 'g'))
    from dental_case as sent
    join app_user as author on author.id = sent.author_id
    join app_user as recipient on recipient.id = sent.recipient_id
    where sent.id = ${caseId}
    on conflict (case_id) do update set text = excluded.text
  `.execute(db);
}
