import type { StatusAction, StatusCode } from '@cusp/contract/cases';
import { openActions, STATUS_LABELS, statusAfter, waitsForAnswer } from '@cusp/dental/case-status';
import { sql } from 'kysely';
import type { Actor } from '../../platform/http/actor.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Services } from '../../platform/services.ts';
import { inTransaction } from '../../platform/work.ts';
import { requireOpenToGuest } from '../case-access/case-access.policy.ts';
import { lockCase } from '../case-access/case-in-hand.sql.ts';
import { recordCaseEdit } from '../case-mails/edited-mail.ts';
import { endOpenProposal, openProposal } from './proposals.sql.ts';
import { keepUndoStep } from './undo-steps.sql.ts';
import { lastToChange } from './who-changed.sql.ts';

/**
 * Applies one of the status actions available to the actor's side. Of two concurrent changes one wins; the other,
 * based on a stale status, gets a 409 naming who was faster.
 */
export async function changeStatus(
  services: Services,
  actor: Actor,
  input: { caseId: number; action: StatusAction; was?: StatusCode | undefined },
) {
  return inTransaction(services, actor, async (work) => {
    const dentalCase = await lockCase(work.tx, actor.userId, input.caseId);
    requireOpenToGuest(actor, dentalCase);
    const { status: before, prev_status, side } = dentalCase;
    // OPEN and READ have the same label, so a change between them is not stale.
    const isAsSeen = input.was === undefined || STATUS_LABELS[input.was] === STATUS_LABELS[before];
    if (!isAsSeen || !openActions(side, before, prev_status).includes(input.action)) {
      const changed_by = await lastToChange(work.tx, dentalCase.id, 'STATUS_CHANGE');
      throw new Refusal('action_not_open', { changed_by });
    }
    const proposal = await openProposal(work.tx, dentalCase.id);
    if (waitsForAnswer(input.action) && proposal) throw new Refusal('proposal_open');
    const after = statusAfter(input.action);
    // Work on a closed case has ended, so its open proposal needs no answer.
    if (after === 'CLSD')
      await endOpenProposal(work.tx, dentalCase.id, { state: 'lapsed', endedBy: actor.userId });
    const replaced = await work.tx
      .updateTable('dental_case')
      .set({
        status: after,
        prev_status: before,
        updated_at: sql`now()`,
        ...completion(after),
        ...(after === 'REOP' ? { reopened_at: sql<Date>`now()` } : {}),
      })
      .where('id', '=', dentalCase.id)
      .returning([
        sql<Date | null>`old.completed_at`.as('completed_at'),
        sql<Date | null>`old.reopened_at`.as('reopened_at'),
      ])
      .executeTakeFirstOrThrow();
    await recordCaseEdit(work, dentalCase.id, {
      event: { name: 'post_status_modified', activity: 'STATUS_CHANGE', change: { from: before, to: after } },
      audit: { action: 'case_changed', detail: { status: after, before } },
    });
    const undo = await keepUndoStep(
      work,
      { caseId: dentalCase.id },
      {
        kind: 'status',
        before: {
          status: before,
          prev_status,
          completed_at: replaced.completed_at?.toISOString() ?? null,
          reopened_at: replaced.reopened_at?.toISOString() ?? null,
        },
        after,
        proposal: after === 'CLSD' && proposal?.fields ? { id: proposal.id, fields: proposal.fields } : null,
      },
    );
    return { undo, status: { code: after, prev: before, str: STATUS_LABELS[after] } };
  });
}

/** Closing keeps `completed_at`, completing again keeps its first value, and any other action clears it. */
function completion(after: StatusCode) {
  if (after === 'CLSD') return {};
  return { completed_at: after === 'COMP' ? sql<Date>`coalesce(completed_at, now())` : null };
}
