import type { SecurityState } from '@cusp/contract/security';
import { fullName } from '@cusp/text/names';
import type { DbOrTx } from '../../platform/db/database.ts';
import type { Actor } from '../../platform/http/actor.ts';
import type { Services } from '../../platform/services.ts';
import { inTransaction } from '../../platform/work.ts';
import { lockOwner } from './complete-email-change.ts';
import { refuseEmailChange } from './end-email-change.ts';

/** The open change of one's own address as the person sees it; null if there is none. */
export async function ownEmailChange(db: DbOrTx, userId: number): Promise<SecurityState['email_change']> {
  const change = await db
    .selectFrom('email_change')
    .innerJoin('app_user as asker', 'asker.id', 'email_change.requested_by')
    .select(['email_change.email', 'requested_at', 'due_at', 'asker.first_name', 'asker.last_name'])
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  return change
    ? {
        email: maskEmail(change.email),
        requested_by: fullName(change.first_name, change.last_name),
        requested_at: change.requested_at.toISOString(),
        due_at: change.due_at?.toISOString() ?? null,
      }
    : null;
}

/**
 * Keeps the first character and the domain: enough for the owner, but not the address for another person at their
 * screen.
 */
const maskEmail = (email: string): string => {
  const at = email.lastIndexOf('@');
  const [first = ''] = email.slice(0, at);
  return `${first}•••${email.slice(at)}`;
};

/** Refuses the open change of one's own address; does nothing without one. */
export const refuseOwnEmailChange = (services: Services, actor: Actor): Promise<void> =>
  inTransaction(services, actor, async (work) => {
    const user = await lockOwner(work.tx, actor.userId);
    await refuseEmailChange(work, user, user.email);
  });
