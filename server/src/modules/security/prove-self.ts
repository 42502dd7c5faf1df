import type { Proof } from '@cusp/contract/security';
import { sql } from 'kysely';
import { transact } from '../../platform/db/database.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Services } from '../../platform/services.ts';
import { passwordFits } from '../identity/hashing/password-hash.ts';
import {
  forgetAccountFailures,
  forgetFailures,
  guessOfOwnPassword,
  slowDown,
  slowDownAccount,
} from '../identity/slow-down.ts';
import { loadUser } from '../identity/user.sql.ts';
import { auditWrongCode, GUESSING_CODES, spendCode } from './spend-code.ts';

/** For this long after sign-in an account without a password has shown enough. */
const FRESH_MINUTES = 15;

/**
 * Makes sure that the person at the keyboard owns the account, before it is secured otherwise: whoever finds
 * an open session must not be able to lock its owner out. A code is used up by this.
 */
export async function proveSelf(services: Services, actor: Actor, proof: Proof): Promise<void> {
  const user = await loadUser(services.db, actor.userId);
  if (proof.code) return proveByCode(services, actor, proof.code);
  if (user.password_hash !== null && proof.password)
    return proveByPassword(services, actor, user.password_hash, proof.password);
  if (user.password_hash === null && (await isFresh(services, actor))) return;
  throw new Refusal('proof_needed');
}

async function proveByPassword(
  services: Services,
  actor: Actor,
  hash: string,
  password: string,
): Promise<void> {
  const guess = guessOfOwnPassword(actor);
  await slowDown(services, guess);
  if (!(await passwordFits(hash, password))) throw new Refusal('wrong_password', 'password');
  await forgetFailures(services, guess);
}

async function proveByCode(services: Services, actor: Actor, code: string): Promise<void> {
  await slowDownAccount(services, GUESSING_CODES, actor.userId);
  const way = await transact(services.db, (tx) => spendCode(tx, services, actor.userId, code));
  if (!way) {
    await auditWrongCode(services, actor, actor.userId, 'code');
    throw new Refusal('wrong_code', 'code');
  }
  await forgetAccountFailures(services, GUESSING_CODES, actor.userId);
}

async function isFresh({ db }: Services, { sessionId }: Actor): Promise<boolean> {
  const session = await db
    .selectFrom('session')
    .select('id')
    .where('id', '=', sessionId)
    .where('created_at', '>', sql<Date>`now() - make_interval(mins => ${FRESH_MINUTES})`)
    .executeTakeFirst();
  return session !== undefined;
}
