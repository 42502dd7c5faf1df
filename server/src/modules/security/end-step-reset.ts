import { ADM_PATHS, PAGES } from '@cusp/contract/pages';
import type { AccountAction } from '@cusp/contract/staff-users';
import { fullName } from '@cusp/text/names';
import { sql } from 'kysely';
import type { StepResetTable } from '../../platform/db/tables/second-steps.ts';
import type { Doer } from '../../platform/http/actor.ts';
import type { Work } from '../../platform/work.ts';
import { logAccount } from '../identity/account-log.ts';

type ResetEnd = NonNullable<StepResetTable['end_reason']>;

const LOGGED: Record<ResetEnd, AccountAction> = {
  done: 'reset_done',
  cancelled: 'reset_cancelled',
  refused: 'reset_refused',
  used: 'reset_used',
  blocked: 'reset_stopped',
  lapsed: 'reset_stopped',
  impossible: 'reset_stopped',
};

/**
 * Ends the open reset of somebody's second steps, and tells those who do not know: the person, if they were told that it
 * would take place, and the staff who asked for it and approved it. Returns whether there was one. The person's row must
 * be locked.
 */
export async function endStepReset(work: Work<Doer>, userId: number, end: ResetEnd): Promise<boolean> {
  const { tx } = work;
  const reset = await tx
    .updateTable('step_reset')
    .set({ ended_at: sql`now()`, end_reason: end })
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .returning(['id', 'requested_by', 'approved_by'])
    .executeTakeFirst();
  if (!reset) return false;
  const staffId = end === 'refused' ? (work.actor.userId ?? null) : null;
  await logAccount(tx, { userId, staffId, action: LOGGED[end] });
  await work.audit({
    action: end === 'done' ? 'authn_second_step_reset' : 'step_reset_ended',
    object: { type: 'user', id: userId },
    detail: { reset: reset.id, end, asked_by: reset.requested_by, approved_by: reset.approved_by },
  });
  const people = await tx
    .selectFrom('app_user')
    .select(['id', 'email', 'first_name', 'last_name', 'language', 'brand', 'deleted_at'])
    .where('id', 'in', [
      userId,
      reset.requested_by,
      ...(reset.approved_by === null ? [] : [reset.approved_by]),
    ])
    .where('deleted_at', 'is', null)
    .execute();
  const customer = people.find(({ id }) => id === userId);
  for (const person of people) {
    const isCustomer = person.id === userId;
    if (isCustomer ? reset.approved_by === null : !customer || !SURPRISES_STAFF.has(end)) continue;
    await work.enqueue('mail', {
      template: isCustomer
        ? end === 'done'
          ? 'second-step-reset-done'
          : 'second-step-reset-cancelled'
        : 'second-step-reset-stopped',
      to: person.email,
      userId: person.id,
      language: person.language,
      brand: person.brand,
      params: {
        name: person.first_name,
        customer: customer ? fullName(customer.first_name, customer.last_name) : '',
        link: isCustomer ? PAGES.security : ADM_PATHS.user.replace(':uid', String(userId)),
      },
    });
  }
  return true;
}

/** Ends that the person caused; staff who believed that the steps are lost look at the account again. */
const SURPRISES_STAFF: ReadonlySet<ResetEnd> = new Set(['cancelled', 'used']);
