import type { SecondStepAsked } from '@cusp/contract/sign-in';
import { siteOf } from '../../platform/brand/site.ts';
import type { SignInKind } from '../../platform/db/tables/identity.ts';
import type { Visitor } from '../../platform/http/actor.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Work } from '../../platform/work.ts';
import { requireNotBlocked } from './blocked.ts';
import {
  type Browser,
  type BrowserSession,
  openBrowserSession,
  type SignInWay,
} from './open-browser-session.ts';
import { hasSecondStep, secondStepsOf } from './second-steps.sql.ts';
import { askSecondStep, type PendingLink } from './sign-in-step.ts';

/**
 * Called after a correct password or social sign-in: opens the session, or asks for the second step if one is set up.
 */
export async function afterFirstFactor(
  work: Work<Visitor>,
  userId: number,
  browser: Browser,
  way: SignInWay,
  kind: SignInKind = 'customer',
): Promise<BrowserSession | SecondStepAsked> {
  await requireNotBlocked(work.tx, userId);
  const steps = await secondStepsOf(work.tx, userId);
  if (hasSecondStep(steps))
    return askSecondStep(work, { site: siteOf(work.services.config, browser.host), kind }, userId, steps);
  return openBrowserSession(work, userId, browser, way, kind);
}

/** Called after the password of an account with a second step, if a social account is to be connected after both. */
export async function secondStepBeforeLink(
  work: Work<Visitor>,
  userId: number,
  browser: Browser,
  link: PendingLink,
): Promise<SecondStepAsked> {
  await requireNotBlocked(work.tx, userId);
  const steps = await secondStepsOf(work.tx, userId);
  if (!hasSecondStep(steps)) throw new Refusal('social_invalid');
  const site = siteOf(work.services.config, browser.host);
  return askSecondStep(work, { site, kind: 'customer', link }, userId, steps);
}
