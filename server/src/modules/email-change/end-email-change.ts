import type { AccountAction } from '@cusp/contract/staff-users';
import type { Doer } from '../../platform/http/actor.ts';
import type { Work } from '../../platform/work.ts';
import { endRequest, mailAskers, type RequestEnd } from '../staff-requests/end-request.ts';

type ChangeEnd = RequestEnd['email_change'];

const LOGGED: Record<ChangeEnd, AccountAction> = {
  done: 'email_change_done',
  refused: 'email_change_refused',
  stopped: 'email_change_stopped',
  expired: 'email_change_stopped',
  taken: 'email_change_stopped',
  impossible: 'email_change_stopped',
};

/**
 * Ends the open change of a person's address, if there is one; the account's log shows the reason. The person's row
 * must be locked.
 */
export async function endEmailChange(
  work: Work<Doer>,
  userId: number,
  end: Exclude<ChangeEnd, 'refused'>,
  reason?: string,
): Promise<void> {
  await endRequest(work, {
    table: 'email_change',
    userId,
    end,
    action: LOGGED[end],
    ...(reason === undefined ? {} : { reason }),
    audit: end === 'done' ? 'email_changed' : 'email_change_ended',
    byStaff: end === 'stopped',
  });
}

/**
 * Ends the open change of a person's address because `address`, the old or the new one, refuses it. The staff who
 * requested and approved it get a mail that names the address. The person's row must be locked.
 */
export async function refuseEmailChange(
  work: Work<Doer>,
  user: { id: number; first_name: string; last_name: string },
  address: string,
): Promise<void> {
  const change = await endRequest(work, {
    table: 'email_change',
    userId: user.id,
    end: 'refused',
    action: LOGGED.refused,
    reason: address,
    audit: 'email_change_ended',
    byStaff: false,
  });
  if (change) await mailAskers(work, change, 'email-change-refused', user, { email: address });
}
