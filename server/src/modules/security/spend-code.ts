import { audit } from '../../platform/audit/audit.ts';
import type { Doer } from '../../platform/http/actor.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Services } from '../../platform/services.ts';
import type { Work } from '../../platform/work.ts';
import { spendAppCode } from './app-code.ts';
import { endStepReset } from './end-step-reset.ts';
import { lockAccount } from './keep-second-step.ts';
import { plainCode, spendRecoveryCode } from './recovery-codes.ts';

/** Throttling key of code guesses. */
export const GUESSING_CODES = 'second-step';

const isAppCode = (code: string): boolean => /^\d{6}$/.test(code);

/** The refusal of a wrong code, depending on its kind. */
export const wrongCode = (typed: string): Refusal =>
  new Refusal(isAppCode(plainCode(typed)) ? 'wrong_code' : 'wrong_recovery_code', 'code');

/**
 * Uses up a code of either kind: six digits are the app's, anything else is a recovery code. Null if wrong. A correct
 * one shows that the second step is not lost, which ends a reset of it.
 */
export async function spendCode(
  work: Work<Doer>,
  userId: number,
  typed: string,
): Promise<'app' | 'recovery' | null> {
  await lockAccount(work.tx, userId);
  const code = plainCode(typed);
  const fits = isAppCode(code)
    ? await spendAppCode(work, userId, code, 'confirmed')
    : await spendRecoveryCode(work, userId, code);
  if (!fits) return null;
  await endStepReset(work, userId, 'used');
  return isAppCode(code) ? 'app' : 'recovery';
}

/** Committed even if the action is then refused. */
export const auditWrongCode = (
  services: Services,
  by: { ip: string; requestId: string | null; sessionId?: string | null },
  userId: number,
  way: 'code' | 'passkey',
) =>
  audit(
    services.db,
    { ...by, userId },
    { action: 'authn_second_step_fail', result: 'refused', detail: { way } },
  );
