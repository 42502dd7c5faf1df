import type { SecondStepAsked } from '@cusp/contract/sign-in';
import { siteOf } from '../../platform/brand/site.ts';
import type { Visitor } from '../../platform/http/actor.ts';
import type { Work } from '../../platform/work.ts';
import { type Browser, type LetIn, letIn, type SignInWay } from './let-in.ts';
import { hasSecondStep, secondStepsOf } from './second-steps.sql.ts';
import { askSecondStep } from './sign-in-step.ts';

/**
 * What a first proof of who somebody is leads to, be it the own password or a provider's word: a session,
 * or where a second step is set up the question for it.
 */
export async function enter(
  work: Work<Visitor>,
  userId: number,
  browser: Browser,
  way: SignInWay,
): Promise<LetIn | SecondStepAsked> {
  const steps = await secondStepsOf(work.tx, userId);
  if (hasSecondStep(steps))
    return askSecondStep(work.tx, work.services, siteOf(work.services.config, browser.host), userId, steps);
  return letIn(work, userId, browser, way);
}
