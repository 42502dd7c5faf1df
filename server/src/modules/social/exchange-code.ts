import type { SecondStepAsked, SignedInElsewhere } from '@cusp/contract/sign-in';
import type { Visitor } from '../../platform/http/actor.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { challengeOf } from '../../platform/secrets/code-challenge.ts';
import type { Services } from '../../platform/services.ts';
import { inTransaction } from '../../platform/work.ts';
import { afterFirstFactor, secondStepBeforeLink } from '../identity/after-first-factor.ts';
import { elsewhereOf } from '../identity/auth-result.ts';
import type { Browser, BrowserSession } from '../identity/open-browser-session.ts';
import { spendCode, takePendingLink } from './flow.sql.ts';
import { isConnected } from './keep-identity.sql.ts';

/**
 * Opens a session, or asks for the second step, for a code and the PKCE verifier of the page; or gives the other
 * region's code, if the account is there. A code works once, and not after its connection has ended.
 */
export async function exchangeCode(
  services: Services,
  visitor: Visitor,
  { code, codeVerifier }: { code: string; codeVerifier: string },
  browser: Browser,
): Promise<BrowserSession | SecondStepAsked | SignedInElsewhere> {
  const spent = await spendCode(services.db, code);
  if (!spent || challengeOf(codeVerifier) !== spent.code_challenge) throw new Refusal('social_invalid');
  const { user_id: userId, region_code: regionCode } = spent;
  if (regionCode) return elsewhereOf(services.config, regionCode);
  if (!userId) throw new Refusal('social_invalid');
  return inTransaction(services, visitor, async (work) => {
    const user = await work.tx
      .selectFrom('app_user')
      .select('id')
      .where('id', '=', userId)
      .where('activated_at', 'is not', null)
      .where('deleted_at', 'is', null)
      .forNoKeyUpdate()
      .executeTakeFirst();
    if (!user) throw new Refusal('social_invalid');
    const link = await takePendingLink(work.tx, spent);
    if (link) return secondStepBeforeLink(work, userId, browser, link);
    if (!(await isConnected(work.tx, userId, spent.provider))) throw new Refusal('social_invalid');
    return afterFirstFactor(work, userId, browser, spent.provider);
  });
}
