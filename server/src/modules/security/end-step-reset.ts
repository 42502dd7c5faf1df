import { PAGES } from '@cusp/contract/pages';
import type { AccountAction } from '@cusp/contract/staff-users';
import type { Doer } from '../../platform/http/actor.ts';
import type { Work } from '../../platform/work.ts';
import { endRequest, mailAskers, type RequestEnd } from '../staff-requests/end-request.ts';

type ResetEnd = RequestEnd['step_reset'];

const LOGGED: Record<ResetEnd, AccountAction> = {
  done: 'reset_done',
  cancelled: 'reset_cancelled',
  refused: 'reset_refused',
  used: 'reset_used',
  blocked: 'reset_stopped',
  lapsed: 'reset_stopped',
  impossible: 'reset_stopped',
};

/** Ends caused by the person; staff who believed that the steps are lost review the account. */
const SURPRISES_STAFF: ReadonlySet<ResetEnd> = new Set(['cancelled', 'used']);

/**
 * Ends the open reset of a person's second steps. Mails the person, if a mail had announced it to them, and the staff
 * who requested and approved it, if the person ended it. Returns whether there was one. The person's row must be
 * locked.
 */
export async function endStepReset(work: Work<Doer>, userId: number, end: ResetEnd): Promise<boolean> {
  const reset = await endRequest(work, {
    table: 'step_reset',
    userId,
    end,
    action: LOGGED[end],
    audit: end === 'done' ? 'authn_second_step_reset' : 'step_reset_ended',
    byStaff: end === 'refused',
  });
  if (!reset) return false;
  const customer = await work.tx
    .selectFrom('app_user')
    .select(['id', 'email', 'first_name', 'last_name', 'language', 'brand'])
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (!customer) return true;
  if (reset.approved_by !== null)
    await work.mail(
      { ...customer, id: userId },
      end === 'done' ? 'second-step-reset-done' : 'second-step-reset-cancelled',
      { name: customer.first_name, link: PAGES.security },
    );
  if (SURPRISES_STAFF.has(end)) await mailAskers(work, reset, 'second-step-reset-stopped', customer);
  return true;
}
