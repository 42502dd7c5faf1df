import type { Visitor } from '../../platform/http/actor.ts';
import { encodeId } from '../../platform/http/idb64.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Services } from '../../platform/services.ts';
import { inTransaction } from '../../platform/work.ts';
import { activateUser } from '../identity/activate.ts';
import { refuseIfBlocked } from '../identity/blocked.ts';
import { ownerByPassword, requireUnchanged } from '../identity/log-in.ts';
import { hasSecondStep, secondStepsOf } from '../identity/second-steps.sql.ts';
import { connect } from './connect.ts';
import { endBeforeLink, endWithCode, findFlow, lockFlow } from './flow.sql.ts';
import { requireFree } from './keep-identity.sql.ts';

/**
 * Links a social account to the account with its address, after that account's password is entered; if the account has
 * a second step, the link is made once the page has passed it too. Guesses count together with those at the sign-in
 * form. Returns where the pop-up goes next.
 */
export async function linkAccount(
  services: Services,
  visitor: Visitor,
  token: string,
  password: string,
  device: string | null,
): Promise<string> {
  const asked = await findFlow(services.db, token);
  if (asked?.step !== 'link' || !asked.email) throw new Refusal('social_invalid');
  const owner = await ownerByPassword(services, visitor, { username: asked.email, password }, { device });
  await refuseIfBlocked(services, visitor, owner);
  if (!owner.activated_at && !asked.email_proven)
    throw new Refusal('not_activated', { uid: encodeId(owner.id) });
  return inTransaction(services, visitor, async (work) => {
    const flow = await lockFlow(work.tx, token);
    if (flow?.step !== 'link') throw new Refusal('social_invalid');
    await requireUnchanged(work.tx, owner);
    await activateUser(work, owner.id);
    if (hasSecondStep(await secondStepsOf(work.tx, owner.id))) {
      await requireFree(work.tx, flow, owner.id);
      return endBeforeLink(work.tx, flow, owner.id);
    }
    await connect(work, owner.id, flow);
    return endWithCode(work.tx, flow, owner.id);
  });
}
