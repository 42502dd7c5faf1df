import type { Proof } from '@cusp/contract/security';
import { sql } from 'kysely';
import type { Site } from '../../platform/brand/site.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Services } from '../../platform/services.ts';
import { inTransaction } from '../../platform/work.ts';
import { passwordFits } from '../identity/hashing/password-hash.ts';
import { hasSecondStep, type SecondSteps, secondStepsOf } from '../identity/second-steps.sql.ts';
import { loadUser } from '../identity/user.sql.ts';
import {
  forgetAccountFailures,
  forgetFailures,
  guessOfOwnPassword,
  throttleAccount,
  throttleGuesses,
} from '../throttle/throttle.ts';
import { proveByPasskey } from './passkey-proof.ts';
import { auditWrongCode, GUESSING_CODES, spendCode, wrongCode } from './spend-code.ts';

/** For this long after sign-in the session itself is a proof. */
const FRESH_MINUTES = 15;

/**
 * Requires a fresh proof of ownership before security settings change, so that a person at an unlocked screen cannot
 * lock the owner out. Uses up a code. If sign-in requires a second step, the password alone is not enough: with an app
 * only a code, with passkeys a code or a recent sign-in by one.
 */
export async function proveSelf(
  services: Services,
  actor: Actor,
  proof: Optional<Proof>,
  freshMinutes = FRESH_MINUTES,
): Promise<void> {
  const user = await loadUser(services.db, actor.userId);
  if (proof.code) return proveByCode(services, actor, proof.code);
  const steps = await secondStepsOf(services.db, actor.userId);
  if (steps.appSince) throw new Refusal('code_needed');
  const needsFresh = user.password_hash === null || steps.passkeys > 0;
  if (needsFresh && !(await isFresh(services, actor, freshMinutes))) throw new Refusal('proof_needed');
  if (user.password_hash === null) return;
  if (!proof.password) throw new Refusal('proof_needed');
  await proveByPassword(services, actor, user.password_hash, proof.password);
}

/** A proof at an address; null if passkeys do not work there. */
export interface FactorProof extends Optional<Proof> {
  site: Site | null;
}
type Optional<T> = { [K in keyof T]?: T[K] | undefined };

/**
 * Requires the password and a second factor, if the person has both, before factors change: an attacker with one of
 * them, or at an unlocked screen, must not be able to replace the other. A passkey that verifies the person is both.
 * For an account without a password a recent sign-in is the first factor.
 */
export async function proveBoth(services: Services, actor: Actor, proof: FactorProof): Promise<void> {
  const { password, code, credential, site } = proof;
  if (credential) return proveByPasskey(services, actor, site, credential);
  const steps = await secondStepsOf(services.db, actor.userId);
  if (!hasSecondStep(steps)) return proveSelf(services, actor, { password, code });
  const { password_hash: hash } = await loadUser(services.db, actor.userId);
  // Missing factors are reported before a code is used up.
  if (!code) await requireRecentSecondStep(services, actor, steps);
  if (hash !== null && !password) throw new Refusal('password_needed');
  if (hash === null && !(await isFresh(services, actor, FRESH_MINUTES))) throw new Refusal('proof_needed');
  if (hash !== null && password) await proveByPassword(services, actor, hash, password);
  if (code) await proveByCode(services, actor, code);
}

/** Requires a second factor, if the person has one, beside a password that was proved by the caller. */
export async function proveSecondFactor(services: Services, actor: Actor, proof: FactorProof): Promise<void> {
  const { code, credential, site } = proof;
  if (credential) return proveByPasskey(services, actor, site, credential);
  const steps = await secondStepsOf(services.db, actor.userId);
  if (!hasSecondStep(steps)) return;
  if (code) await proveByCode(services, actor, code);
  else await requireRecentSecondStep(services, actor, steps);
}

/** With an app only a code is accepted; with passkeys alone a session that one of them opened a moment ago. */
async function requireRecentSecondStep(services: Services, actor: Actor, steps: SecondSteps): Promise<void> {
  if (steps.appSince) throw new Refusal('code_needed');
  if (!(await isFresh(services, actor, FRESH_MINUTES))) throw new Refusal('proof_needed');
}

async function proveByPassword(
  services: Services,
  actor: Actor,
  hash: string,
  password: string,
): Promise<void> {
  const guess = guessOfOwnPassword(actor);
  await throttleGuesses(services, guess);
  if (!(await passwordFits(hash, password))) throw new Refusal('wrong_password', 'password');
  await forgetFailures(services, guess);
}

async function proveByCode(services: Services, actor: Actor, code: string): Promise<void> {
  await throttleAccount(services, GUESSING_CODES, actor.userId);
  const way = await inTransaction(services, actor, (work) => spendCode(work, actor.userId, code));
  if (!way) {
    await auditWrongCode(services, actor, actor.userId, 'code');
    throw wrongCode(code);
  }
  await forgetAccountFailures(services, GUESSING_CODES, actor.userId);
}

/** Whether the session is recent and not older than the person's first passkey. */
export async function isFresh(
  { db }: Services,
  { sessionId, userId }: Actor,
  minutes: number,
): Promise<boolean> {
  const session = await db
    .selectFrom('session')
    .select('id')
    .where('id', '=', sessionId)
    .where('created_at', '>', sql<Date>`now() - make_interval(mins => ${minutes})`)
    .where(
      'created_at',
      '>',
      sql<Date>`coalesce((select min(created_at) from passkey where user_id = ${userId}), '-infinity')`,
    )
    .executeTakeFirst();
  return session !== undefined;
}
