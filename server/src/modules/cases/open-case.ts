import { STATUS_LABELS, statusAfterOpening } from '@cusp/dental/case-status';
import type { Actor } from '../../platform/http/actor.ts';
import type { Services } from '../../platform/services.ts';
import { inTransaction } from '../../platform/work.ts';
import { lockCase } from '../case-access/case-in-hand.sql.ts';
import { audienceOf } from '../case-access/visible-cases.sql.ts';
import { markRead } from '../inbox/mark-read.ts';

/**
 * Records that a person opened a case on purpose. The first open on the recipient's side sets READ but neither the
 * last update nor the status before closing. Both sides get an event without an entry in the activity list. One's
 * notices about the case count as read, except those of comments.
 */
export async function openCase(services: Services, actor: Actor, caseId: number) {
  return inTransaction(services, actor, async (work) => {
    const dentalCase = await lockCase(work.tx, actor.userId, caseId);
    const status = statusAfterOpening(dentalCase.side, dentalCase.status);
    if (status !== dentalCase.status) {
      await work.tx.updateTable('dental_case').set({ status }).where('id', '=', caseId).execute();
      await work.record({
        name: 'post_status_modified',
        caseId,
        audience: await audienceOf(work.tx, dentalCase),
      });
    }
    await markRead(work, caseId, ['case', 'change', 'assignment', 'deadline', 'appointment']);
    return { status: { code: status, prev: dentalCase.prev_status, str: STATUS_LABELS[status] } };
  });
}
