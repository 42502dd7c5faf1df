import type { SecondStepAsked } from '@cusp/contract/sign-in';
import { audit } from '../../platform/audit/audit.ts';
import type { Visitor } from '../../platform/http/actor.ts';
import { encodeId } from '../../platform/http/idb64.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Services } from '../../platform/services.ts';
import { inTransaction } from '../../platform/work.ts';
import { afterFirstFactor } from '../identity/after-first-factor.ts';
import { spendArrivalCode, takeArrivalCode } from '../identity/arrival-code.sql.ts';
import { refuseIfBlocked } from '../identity/blocked.ts';
import { type Browser, type BrowserSession, openGuestVisit } from '../identity/open-browser-session.ts';
import type { OpenedSession } from '../identity/sessions.ts';

/**
 * Opens a session, or asks for the second step, for a code that the other region's page received. A code works once,
 * with the verifier of that page, and not after its account's password was changed. A guest's session opens directly,
 * because their own region has authenticated them.
 */
export async function arrive(
  services: Services,
  visitor: Visitor,
  given: { code: string; verifier: string },
  browser: Browser,
): Promise<OpenedSession | BrowserSession | SecondStepAsked> {
  const spent = await spendArrivalCode(services.db, given);
  if (!spent) throw new Refusal('arrival_over');
  const { userId, way, homeSession } = spent;
  const user = await services.db
    .selectFrom('app_user')
    .select(['id', 'activated_at', 'blocked_at', 'presence'])
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (!user || (user.presence === 'home') === (way === 'visit')) throw new Refusal('arrival_over');
  await refuseIfBlocked(services, visitor, user);
  if (way === 'visit')
    return inTransaction(services, visitor, async (work) => {
      if (!(await takeArrivalCode(work.tx, spent.hash))) throw new Refusal('arrival_over');
      return openGuestVisit(work, { userId, homeSession }, browser.oldRefresh.customer);
    });
  if (!user.activated_at) {
    const detail = { reason: 'not_activated' };
    await audit(
      services.db,
      { ...visitor, userId },
      { action: 'authn_login_fail', result: 'refused', detail },
    );
    throw new Refusal('not_activated', { uid: encodeId(userId) });
  }
  return inTransaction(services, visitor, async (work) => {
    await work.tx.selectFrom('app_user').select('id').where('id', '=', userId).forNoKeyUpdate().execute();
    if (!(await takeArrivalCode(work.tx, spent.hash))) throw new Refusal('arrival_over');
    return afterFirstFactor(work, userId, browser, way);
  });
}
