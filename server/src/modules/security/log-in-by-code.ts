import type { Visitor } from '../../platform/http/actor.ts';
import type { Services } from '../../platform/services.ts';
import { inTransaction } from '../../platform/work.ts';
import { type Browser, type BrowserSession, openBrowserSession } from '../identity/open-browser-session.ts';
import { personAtStep, takeStep } from '../identity/sign-in-step.ts';
import { connect } from '../social/connect.ts';
import { forgetAccountFailures, throttleAccount } from '../throttle/throttle.ts';
import { auditWrongCode, GUESSING_CODES, spendCode, wrongCode } from './spend-code.ts';

/** Signs in by a code after the right password. Guesses are throttled more and more. */
export async function logInByCode(
  services: Services,
  visitor: Visitor,
  input: { token: string; code: string },
  browser: Browser,
): Promise<BrowserSession> {
  const userId = await personAtStep(services.db, input.token);
  await throttleAccount(services, GUESSING_CODES, userId);
  const session = await inTransaction(services, visitor, async (work) => {
    const way = await spendCode(work, userId, input.code);
    if (!way) return null;
    const { kind, link } = await takeStep(work.tx, input.token);
    if (link) await connect(work, userId, link);
    return openBrowserSession(work, userId, browser, way, kind);
  });
  if (!session) {
    await auditWrongCode(services, visitor, userId, 'code');
    throw wrongCode(input.code);
  }
  await forgetAccountFailures(services, GUESSING_CODES, userId);
  return session;
}
