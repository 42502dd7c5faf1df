import type { Tx } from '../../platform/db/database.ts';
import type { Actor, Doer } from '../../platform/http/actor.ts';
import { found, Refusal } from '../../platform/http/refusal.ts';
import type { Work } from '../../platform/work.ts';
import { hasSecondStep, secondStepsOf } from '../identity/second-steps.sql.ts';
import { endSessions } from '../identity/sessions.ts';
import { mustHaveSecondStep } from './security.policy.ts';

/**
 * Takes a person's changes to their second steps in turn. Call first in a transaction that changes one.
 */
export async function lockPerson(tx: Tx, userId: number) {
  const user = await tx
    .selectFrom('app_user')
    .select([
      'id',
      'email',
      'email_key',
      'password_hash',
      'first_name',
      'language',
      'brand',
      'is_device_manager',
      'is_sales_manager',
      'is_staff',
      'is_device_user_viewer',
    ])
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  return found(user);
}

/**
 * After one was added: staff sessions that were begun without it end, because whoever holds them has shown nothing but
 * the password.
 */
export const endOtherStaffSessions = (work: Work<Actor>): Promise<void> =>
  endSessions(
    work,
    { userId: work.actor.userId, kind: 'staff', except: work.actor.sessionId },
    'second step added',
  );

/**
 * After a removal: refuses it when it took the last second step of somebody who must have one, and removes
 * the recovery codes of somebody who has none left.
 */
export async function settleSecondSteps(
  work: Work<Doer>,
  user: Awaited<ReturnType<typeof lockPerson>>,
): Promise<void> {
  if (hasSecondStep(await secondStepsOf(work.tx, user.id))) return;
  if (mustHaveSecondStep(work.services.config, user)) throw new Refusal('second_step_required');
  await work.tx.deleteFrom('recovery_code').where('user_id', '=', user.id).execute();
}
