import type { Proof } from '@cusp/contract/security';
import { sql } from 'kysely';
import { audit } from '../../platform/audit/audit.ts';
import { skinOfKey } from '../../platform/brand/brands.ts';
import { transact } from '../../platform/db/database.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Services } from '../../platform/services.ts';
import { hasSecondStep, secondStepsOf } from '../identity/second-steps.sql.ts';
import { forgetAccountFailures, slowDownAccount } from '../throttle/throttle.ts';
import { newAppSecret, spendAppCode } from './app-code.ts';
import { lockPerson, settleSecondSteps } from './keep-second-step.ts';
import { proveSelf } from './prove-self.ts';
import { firstRecoveryCodes, newRecoveryCodes, plainCode } from './recovery-codes.ts';
import { auditWrongCode } from './spend-code.ts';
import { tellOfSecondStep } from './tell-of-second-step.ts';

/** What first codes are guessed at; apart from sign-in, so that a slip here costs no waiting there. */
const GUESSING_FIRST_CODE = 'first-code';

/** Makes a secret for an authenticator app. Nothing is asked at sign-in before a first code has confirmed it. */
export async function beginApp(services: Services, actor: Actor, brand: string, proof: Proof) {
  await proveSelf(services, actor, proof);
  return transact(services.db, async (tx) => {
    const user = await lockPerson(tx, actor.userId);
    const { secret, uri, sealed } = newAppSecret(services, user, skinOfKey(brand).app_name);
    const kept = await tx
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

/** Turns the app on by a first code. Gives recovery codes when there were none. */
export async function confirmApp(services: Services, actor: Actor, code: string): Promise<string[] | null> {
  await slowDownAccount(services, GUESSING_FIRST_CODE, actor.userId);
  const outcome = await transact(services.db, async (tx) => {
    const user = await lockPerson(tx, actor.userId);
    if (!(await spendAppCode(tx, services, user.id, plainCode(code), 'unconfirmed'))) return 'wrong';
    await audit(tx, actor, { action: 'authn_app_added' });
    await tellOfSecondStep(tx, services, user, 'added');
    return firstRecoveryCodes(tx, services, user.id);
  });
  if (outcome === 'wrong') {
    await auditWrongCode(services, actor, actor.userId, 'code');
    throw new Refusal('wrong_code', 'code');
  }
  await forgetAccountFailures(services, GUESSING_FIRST_CODE, actor.userId);
  return outcome;
}

/** Turns the app off. */
export async function removeApp(services: Services, actor: Actor, proof: Proof): Promise<void> {
  await proveSelf(services, actor, proof);
  await transact(services.db, async (tx) => {
    const user = await lockPerson(tx, actor.userId);
    const { numDeletedRows } = await tx
      .deleteFrom('authenticator_app')
      .where('user_id', '=', user.id)
      .where('confirmed_at', 'is not', null)
      .executeTakeFirst();
    if (numDeletedRows === 0n) throw new Refusal('not_found');
    await settleSecondSteps(tx, services, user);
    await audit(tx, actor, { action: 'authn_app_removed' });
    await tellOfSecondStep(tx, services, user, 'removed');
  });
}

/** New recovery codes for somebody with a second step; the old ones end. */
export async function renewRecoveryCodes(services: Services, actor: Actor, proof: Proof): Promise<string[]> {
  if (!hasSecondStep(await secondStepsOf(services.db, actor.userId))) throw new Refusal('not_found');
  await proveSelf(services, actor, proof);
  return transact(services.db, async (tx) => {
    const user = await lockPerson(tx, actor.userId);
    await audit(tx, actor, { action: 'authn_recovery_codes_renewed' });
    await tellOfSecondStep(tx, services, user, 'codes renewed');
    return newRecoveryCodes(tx, services, actor.userId);
  });
}
