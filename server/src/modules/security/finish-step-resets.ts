import { staffFlagsOf } from '@cusp/contract/staff.routes';
import { STEP_RESET_REQUEST_DAYS } from '@cusp/contract/step-reset.routes';
import { sql } from 'kysely';
import type { DbOrTx } from '../../platform/db/database.ts';
import { NOBODY } from '../../platform/http/actor.ts';
import type { Services } from '../../platform/services.ts';
import { inTransaction, type Work } from '../../platform/work.ts';
import { hasSecondStep, secondStepsOf } from '../identity/second-steps.sql.ts';
import { endSessions } from '../identity/sessions.ts';
import { forgetSteps } from '../identity/sign-in-step.ts';
import { endStepReset } from './end-step-reset.ts';

/** Carries out the resets that are due, and ends requests that were not approved in time. */
export async function finishStepResets(services: Services): Promise<void> {
  for (const { user_id } of await timelyResets(services.db).execute())
    try {
      await finishOne(services, user_id);
    } catch (error) {
      services.log.error({ err: error, userId: user_id }, 'a reset of a second step failed');
    }
}

/** Open resets whose time has come. */
const timelyResets = (db: DbOrTx) =>
  db
    .selectFrom('step_reset')
    .innerJoin('app_user', 'app_user.id', 'user_id')
    .select(['user_id', 'approved_by'])
    .where('ended_at', 'is', null)
    // Resets of people who moved are continued in the other region.
    .where('presence', '=', 'home')
    .where(
      sql<boolean>`coalesce(due_at, requested_at + make_interval(days => ${STEP_RESET_REQUEST_DAYS})) <= now()`,
    );

const finishOne = (services: Services, userId: number): Promise<void> =>
  inTransaction(services, NOBODY, async (work) => {
    const user = await work.tx
      .selectFrom('app_user')
      .select(['blocked_at', 'deleted_at'])
      .select(['is_device_manager', 'is_sales_manager', 'is_staff', 'is_device_user_viewer'])
      .where('id', '=', userId)
      .forUpdate()
      .executeTakeFirstOrThrow();
    // Checked again, because it may have been cancelled, or carried out by another process, while waiting for the lock.
    const reset = await timelyResets(work.tx).where('user_id', '=', userId).executeTakeFirst();
    if (!reset) return;
    const isOpen = !user.blocked_at && !user.deleted_at && staffFlagsOf(user).length === 0;
    if (reset.approved_by === null) await endStepReset(work, userId, 'lapsed');
    else if (!isOpen || !hasSecondStep(await secondStepsOf(work.tx, userId)))
      await endStepReset(work, userId, 'impossible');
    else await removeSteps(work, userId);
  });

/** Known browsers stay known, so that the person gets a mail about a sign-in with another one. */
async function removeSteps(work: Work<typeof NOBODY>, userId: number): Promise<void> {
  for (const table of ['passkey', 'authenticator_app', 'recovery_code'] as const)
    await work.tx.deleteFrom(table).where('user_id', '=', userId).execute();
  await forgetSteps(work.tx, userId);
  await endSessions(work, { userId }, 'second step reset');
  await endStepReset(work, userId, 'done');
}
