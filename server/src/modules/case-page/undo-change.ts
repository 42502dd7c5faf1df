import { STATUS_LABELS, waitsForAnswer } from '@cusp/dental/case-status';
import { sql } from 'kysely';
import type { Replaced } from '../../platform/db/tables/cases.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Services } from '../../platform/services.ts';
import { inTransaction, type Work } from '../../platform/work.ts';
import { requireOpenToGuest } from '../case-access/case-access.policy.ts';
import { type CaseInHand, lockCase } from '../case-access/case-in-hand.sql.ts';
import { recordCaseEdit } from '../case-mails/edited-mail.ts';
import { assignTo, requireAssignable } from '../cases/change-assignee.ts';
import { openProposal, reopenProposal } from '../cases/proposals.sql.ts';
import { changedSince, markUndone, ownStep } from '../cases/undo-steps.sql.ts';
import { lastChangerOf } from '../cases/who-changed.sql.ts';
import { restoreComment } from '../comments/restore-comment.ts';
import { holdGroup } from '../share-groups/share-groups.sql.ts';

/**
 * Undoes one's own change of status or assignee, or the deletion of a comment, as a new change that others get events
 * about. A second click finds it undone.
 */
export async function undoChange(services: Services, actor: Actor, stepId: number) {
  return inTransaction(services, actor, async (work) => {
    const step = await ownStep(work, stepId);
    const { replaced } = step;
    // Groups are locked before cases, as in changing the assignee.
    if (replaced.kind === 'assignee') await holdGroup(work.tx, actor.userId);
    const dentalCase = await lockCase(work.tx, actor.userId, step.case_id);
    if (!(await markUndone(work, step))) return {};
    if (replaced.kind === 'status') await restoreStatus(work, actor, dentalCase, { ...replaced, stepId });
    else if (replaced.kind === 'assignee') await restoreAssignee(work, dentalCase, { ...replaced, stepId });
    else await restoreComment(work, actor, dentalCase, Number(step.comment_id), replaced.unread);
    return {};
  });
}

/**
 * Restores exactly the previous status, even if this side's menu does not offer it: undoing one's own closing of a case
 * in progress lets the work continue.
 */
async function restoreStatus(
  work: Work,
  actor: Actor,
  dentalCase: CaseInHand,
  { before, after, proposal, stepId }: Extract<Replaced, { kind: 'status' }> & { stepId: number },
): Promise<void> {
  const { id, status } = dentalCase;
  // Opening a case sets READ instead of OPEN, which people see as the same status.
  if (STATUS_LABELS[status] !== STATUS_LABELS[after])
    throw changedSince(work, await lastChangerOf(work.tx, id, 'STATUS_CHANGE'));
  requireOpenToGuest(actor, before);
  if (before.status !== 'READ' && waitsForAnswer(before.status) && (await openProposal(work.tx, id)))
    throw new Refusal('proposal_open');
  await work.tx
    .updateTable('dental_case')
    .set({
      status: before.status,
      prev_status: before.prev_status,
      completed_at: dateOf(before.completed_at),
      ...(before.reopened_at === undefined ? {} : { reopened_at: dateOf(before.reopened_at) }),
      updated_at: sql`now()`,
    })
    .where('id', '=', id)
    .execute();
  if (proposal) await reopenProposal(work.tx, proposal);
  await recordCaseEdit(work, id, {
    event: {
      name: 'post_status_modified',
      activity: 'STATUS_CHANGE',
      change: { from: status, to: before.status },
      ids: { undone: stepId },
    },
    audit: { action: 'case_changed', detail: { status: before.status, before: status, undo: true } },
  });
}

const dateOf = (text: string | null) => (text === null ? null : new Date(text));

async function restoreAssignee(
  work: Work,
  dentalCase: CaseInHand,
  { before, after, stepId }: Extract<Replaced, { kind: 'assignee' }> & { stepId: number },
): Promise<void> {
  if (dentalCase.assignee_id !== after)
    throw changedSince(work, await lastChangerOf(work.tx, dentalCase.id, 'ASSIGNEE_CHANGE'));
  await requireAssignable(work, dentalCase);
  await assignTo(work, dentalCase, before, { undone: stepId });
}
