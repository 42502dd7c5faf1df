import { sql } from 'kysely';
import type { Work } from '../../platform/work.ts';
import type { CaseInHand } from '../case-access/case-in-hand.sql.ts';
import { recordCaseEdit } from '../case-mails/edited-mail.ts';

interface OrderNews {
  dentalCase: CaseInHand;
  /** Id of the change. */
  change: number;
  name: 'post_modified' | 'change_proposed' | 'change_declined' | 'change_withdrawn';
}

/** Sends events about an edit and its result to both sides; the mail only names the case. */
export async function notifyOrder(work: Work, about: OrderNews): Promise<void> {
  const { dentalCase, change, name } = about;
  await work.tx
    .updateTable('dental_case')
    .set({ updated_at: sql`now()` })
    .where('id', '=', dentalCase.id)
    .execute();
  await recordCaseEdit(work, dentalCase.id, {
    event: { name, ...(name === 'post_modified' ? { activity: 'POST_EDIT' } : {}), ids: { change } },
    audit: { action: 'case_changed', detail: { order: name, change } },
  });
}
