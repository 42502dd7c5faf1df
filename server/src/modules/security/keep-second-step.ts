import type { Tx } from '../../platform/db/database.ts';
import type { Actor, Doer } from '../../platform/http/actor.ts';
import { found, Refusal } from '../../platform/http/refusal.ts';
import type { Work } from '../../platform/work.ts';
import { hasSecondStep, secondStepsOf } from '../identity/second-steps.sql.ts';
import { endSessions } from '../identity/sessions.ts';
import { mustHaveSecondStep } from './security.policy.ts';

/** Serialises a person's changes to their second steps. Call first in such a transaction. */
export async function lockAccount(tx: Tx, userId: number) {
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
 * Call after adding one: ends staff sessions opened without it, because their holders have only proved the password.
 */
export const endOtherStaffSessions = (work: Work<Actor>): Promise<void> =>
  endSessions(
    work,
    { userId: work.actor.userId, kind: 'staff', except: work.actor.sessionId },
    'second step added',
  );

/**
 * Call after adding one: ends unfinished set-ups. They were proved without the new one, perhaps by an intruder who
 * would otherwise add a second step beside it.
 */
export async function endBegunSetUps(tx: Tx, userId: number): Promise<void> {
  await tx
    .deleteFrom('authenticator_app')
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is', null)
    .execute();
  await tx
    .deleteFrom('passkey_challenge')
    .where('user_id', '=', userId)
    .where('purpose', '=', 'create')
    .execute();
}

/**
 * Call after a removal: throws if a person who must have a second step has none left, and otherwise removes the
 * recovery codes of a person without one.
 */
export async function settleSecondSteps(
  work: Work<Doer>,
  user: Awaited<ReturnType<typeof lockAccount>>,
): Promise<void> {
  if (hasSecondStep(await secondStepsOf(work.tx, user.id))) return;
  if (mustHaveSecondStep(work.services.config, user)) throw new Refusal('second_step_required');
  await work.tx.deleteFrom('recovery_code').where('user_id', '=', user.id).execute();
}
