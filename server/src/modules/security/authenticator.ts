import { sql } from 'kysely';
import { skinOfKey } from '../../platform/brand/brands.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Services } from '../../platform/services.ts';
import { inTransaction } from '../../platform/work.ts';
import { hasSecondStep, secondStepsOf } from '../identity/second-steps.sql.ts';
import { forgetAccountFailures, throttleAccount } from '../throttle/throttle.ts';
import { newAppSecret, spendAppCode } from './app-code.ts';
import { endBegunSetUps, endOtherStaffSessions, lockAccount, settleSecondSteps } from './keep-second-step.ts';
import { notifySecondStep } from './notify-second-step.ts';
import { type FactorProof, proveBoth } from './prove-self.ts';
import { firstRecoveryCodes, newRecoveryCodes, plainCode } from './recovery-codes.ts';
import { auditWrongCode } from './spend-code.ts';

/** Throttling key of first codes; separate from sign-in, so that mistakes here do not delay sign-in. */
const GUESSING_FIRST_CODE = 'first-code';

/** Creates the secret of an authenticator app. Sign-in asks for codes only after a first code has confirmed it. */
export async function beginApp(services: Services, actor: Actor, brand: string, proof: FactorProof) {
  await proveBoth(services, actor, proof);
  return inTransaction(services, actor, async (work) => {
    const user = await lockAccount(work.tx, actor.userId);
    const { secret, uri, sealed } = newAppSecret(services, user, skinOfKey(brand).app_name);
    const kept = await work.tx
      .insertInto('authenticator_app')
      .values({ user_id: user.id, secret: sealed, confirmed_at: null })
      .onConflict((conflict) =>
        conflict
          .column('user_id')
          .doUpdateSet({ secret: sealed, last_step: 0, created_at: sql<Date>`now()` })
          .where('authenticator_app.confirmed_at', 'is', null),
      )
      .returning('user_id')
      .executeTakeFirst();
    if (!kept) throw new Refusal('already_set_up');
    return { secret, uri };
  });
}

/** Turns the app on by a first code. Returns recovery codes if the person had none. */
export async function confirmApp(services: Services, actor: Actor, code: string): Promise<string[] | null> {
  await throttleAccount(services, GUESSING_FIRST_CODE, actor.userId);
  const outcome = await inTransaction(services, actor, async (work) => {
    const user = await lockAccount(work.tx, actor.userId);
    if (!(await spendAppCode(work, user.id, plainCode(code), 'unconfirmed'))) return 'wrong';
    await work.audit({ action: 'authn_app_added' });
    await notifySecondStep(work, user, 'added');
    await endOtherStaffSessions(work);
    await endBegunSetUps(work.tx, user.id);
    return firstRecoveryCodes(work, user.id);
  });
  if (outcome === 'wrong') {
    await auditWrongCode(services, actor, actor.userId, 'code');
    throw new Refusal('wrong_code', 'code');
  }
  await forgetAccountFailures(services, GUESSING_FIRST_CODE, actor.userId);
  return outcome;
}

/** Turns the app off. */
export async function removeApp(services: Services, actor: Actor, proof: FactorProof): Promise<void> {
  await proveBoth(services, actor, proof);
  await inTransaction(services, actor, async (work) => {
    const user = await lockAccount(work.tx, actor.userId);
    const { numDeletedRows } = await work.tx
      .deleteFrom('authenticator_app')
      .where('user_id', '=', user.id)
      .where('confirmed_at', 'is not', null)
      .executeTakeFirst();
    if (numDeletedRows === 0n) throw new Refusal('not_found');
    await settleSecondSteps(work, user);
    await work.audit({ action: 'authn_app_removed' });
    await notifySecondStep(work, user, 'removed');
  });
}

/** Replaces the recovery codes of a person with a second step. */
export async function renewRecoveryCodes(
  services: Services,
  actor: Actor,
  proof: FactorProof,
): Promise<string[]> {
  if (!hasSecondStep(await secondStepsOf(services.db, actor.userId))) throw new Refusal('not_found');
  await proveBoth(services, actor, proof);
  return inTransaction(services, actor, async (work) => {
    const user = await lockAccount(work.tx, actor.userId);
    await work.audit({ action: 'authn_recovery_codes_renewed' });
    await notifySecondStep(work, user, 'codes renewed');
    return newRecoveryCodes(work, actor.userId);
  });
}
