import { sql } from 'kysely';
import type { Work } from '../../platform/work.ts';
import type { CaseInHand } from '../case-access/case-in-hand.sql.ts';
import { audienceOf } from '../case-access/visible-cases.sql.ts';
import { queueEditedMails } from '../case-mails/edited-mail.ts';

interface Told {
  dentalCase: CaseInHand;
  /** Id of the change. */
  change: number;
  name: 'post_modified' | 'change_proposed' | 'change_declined' | 'change_withdrawn';
}

/** Both sides hear of an edit and of what became of it; the mail names no more than the case. */
export async function tellOfOrder(work: Work, about: Told): Promise<void> {
  const { dentalCase, change, name } = about;
  await work.tx
    .updateTable('dental_case')
    .set({ updated_at: sql`now()` })
    .where('id', '=', dentalCase.id)
    .execute();
  const audience = await audienceOf(work.tx, dentalCase);
  await work.record({
    name,
    ...(name === 'post_modified' ? { activity: 'POST_EDIT' } : {}),
    caseId: dentalCase.id,
    audience,
    ids: { change },
  });
  await work.audit({
    action: 'case_changed',
    caseId: dentalCase.id,
    detail: { order: name, change },
  });
  await queueEditedMails(work, { caseId: dentalCase.id, actorId: work.actor.userId, audience });
}
