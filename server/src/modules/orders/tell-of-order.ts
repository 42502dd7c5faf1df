import { sql } from 'kysely';
import { audit } from '../../platform/audit/audit.ts';
import type { Tx } from '../../platform/db/database.ts';
import { record } from '../../platform/events/record.ts';
import type { Actor } from '../../platform/http/actor.ts';
import type { Services } from '../../platform/services.ts';
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
export async function tellOfOrder(tx: Tx, services: Services, actor: Actor, about: Told): Promise<void> {
  const { dentalCase, change, name } = about;
  await tx
    .updateTable('dental_case')
    .set({ updated_at: sql`now()` })
    .where('id', '=', dentalCase.id)
    .execute();
  const audience = await audienceOf(tx, dentalCase);
  await record(tx, services.hub, actor, {
    name,
    ...(name === 'post_modified' ? { activity: 'POST_EDIT' } : {}),
    caseId: dentalCase.id,
    audience,
    ids: { change },
  });
  await audit(tx, actor, {
    action: 'case_changed',
    caseId: dentalCase.id,
    detail: { order: name, change },
  });
  await queueEditedMails(tx, services, { caseId: dentalCase.id, actorId: actor.userId, audience });
}
