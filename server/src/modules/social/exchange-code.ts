import type { SecondStepAsked } from '@cusp/contract/sign-in';
import type { Visitor } from '../../platform/http/actor.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { challengeOf } from '../../platform/secrets/code-challenge.ts';
import type { Services } from '../../platform/services.ts';
import { inTransaction } from '../../platform/work.ts';
import { afterFirstFactor } from '../identity/after-first-factor.ts';
import type { Browser, BrowserSession } from '../identity/open-browser-session.ts';
import { spendCode } from './flow.sql.ts';
import { isConnected } from './keep-identity.sql.ts';

/**
 * Opens a session, or asks for the second step, for a code and the PKCE verifier of the page. A code works once, and
 * not after its connection has ended.
 */
export async function exchangeCode(
  services: Services,
  visitor: Visitor,
  { code, codeVerifier }: { code: string; codeVerifier: string },
  browser: Browser,
): Promise<BrowserSession | SecondStepAsked> {
  const spent = await spendCode(services.db, code);
  if (!spent?.user_id || challengeOf(codeVerifier) !== spent.code_challenge)
    throw new Refusal('social_invalid');
  const userId = spent.user_id;
  return inTransaction(services, visitor, async (work) => {
    const user = await work.tx
      .selectFrom('app_user')
      .select('id')
      .where('id', '=', userId)
      .where('activated_at', 'is not', null)
      .where('deleted_at', 'is', null)
      .forNoKeyUpdate()
      .executeTakeFirst();
    if (!user || !(await isConnected(work.tx, userId, spent.provider))) throw new Refusal('social_invalid');
    return afterFirstFactor(work, userId, browser, spent.provider);
  });
}
