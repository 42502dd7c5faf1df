import { PAGES } from '@cusp/contract/pages';
import { STEP_RESET_HOURS } from '@cusp/contract/step-reset.routes';
import type { Tx } from '../../platform/db/database.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Services } from '../../platform/services.ts';
import { timeInWords } from '../../platform/time/time-in-words.ts';
import { inTransaction } from '../../platform/work.ts';
import { hasSecondStep, secondStepsOf } from '../identity/second-steps.sql.ts';
import { hashToken, newToken } from '../identity/sessions.ts';
import { linkWithToken } from '../invitations/server-location.ts';
import { endStepReset } from '../security/end-step-reset.ts';
import { approveRequest, requireApprovable } from '../staff-requests/approve-request.ts';
import { openRequest } from '../staff-requests/staff-requests.ts';
import { type HeldUser, holdUser, logAction, requireCustomer } from './change-user.ts';

/** Asks a colleague to approve that the second steps of a customer are removed; returns the id of the reset. */
export const askStepReset = (services: Services, actor: Actor, id: number, reason: string): Promise<number> =>
  inTransaction(services, actor, async (work) => {
    const user = await holdUser(work.tx, id);
    await requireResettable(work.tx, actor, user);
    const reset = await work.tx
      .insertInto('step_reset')
      .values({
        user_id: id,
        reason,
        requested_by: actor.userId,
        approved_by: null,
        approved_at: null,
        due_at: null,
        cancel_hash: null,
        ended_at: null,
        end_reason: null,
      })
      .onConflict((conflict) => conflict.column('user_id').where('ended_at', 'is', null).doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!reset) throw new Refusal('reset_open');
    await logAction(work, id, 'reset_asked', reason);
    await work.audit({
      action: 'step_reset_asked',
      object: { type: 'user', id },
      detail: { reset: reset.id },
    });
    return reset.id;
  });

/**
 * Approves the request of a colleague. The customer gets a mail with a link that cancels it; returns when it is due.
 */
export const approveStepReset = (
  services: Services,
  actor: Actor,
  id: number,
  resetId: number,
): Promise<Date> =>
  inTransaction(services, actor, async (work) => {
    const user = await holdUser(work.tx, id);
    requireCustomer(actor, user);
    const request = await openRequest(work.tx, 'step_reset', id, resetId);
    await requireApprovable(work.tx, actor, request);
    await requireResettable(work.tx, actor, user);
    const approval = { table: 'step_reset', userId: id, request, hours: STEP_RESET_HOURS } as const;
    const due_at = await approveRequest(work, approval);
    const token = newToken();
    await work.tx
      .updateTable('step_reset')
      .set({ cancel_hash: hashToken(token) })
      .where('id', '=', resetId)
      .execute();
    await work.mail({ ...user, id }, 'second-step-reset-soon', {
      name: user.first_name,
      until: timeInWords(user.language, due_at),
      link: linkWithToken(work.services, PAGES.secondStepKeep, token),
    });
    return due_at;
  });

/** Refuses the request of a colleague, withdraws an own one, or stops one that was approved. */
export const refuseStepReset = (services: Services, actor: Actor, id: number, resetId: number) =>
  inTransaction(services, actor, async (work) => {
    await holdUser(work.tx, id);
    await openRequest(work.tx, 'step_reset', id, resetId);
    await endStepReset(work, id, 'refused');
  });

async function requireResettable(tx: Tx, actor: Actor, user: HeldUser): Promise<void> {
  requireCustomer(actor, user);
  if (user.blocked_at || !hasSecondStep(await secondStepsOf(tx, user.id)))
    throw new Refusal('reset_impossible');
}
