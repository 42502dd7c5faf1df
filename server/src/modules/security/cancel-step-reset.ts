import type { Actor, Visitor } from '../../platform/http/actor.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Services } from '../../platform/services.ts';
import { inTransaction } from '../../platform/work.ts';
import { hashToken } from '../identity/sessions.ts';
import { checkNamedLocation } from '../invitations/server-location.ts';
import { endStepReset } from './end-step-reset.ts';
import { lockAccount } from './keep-second-step.ts';

/**
 * Cancels the reset of a mail's link. Succeeds again for one that was ended otherwise: nothing will be removed. Also
 * works for a blocked account, to which it gives no access.
 */
export async function keepByToken(
  services: Services,
  visitor: Visitor,
  { token, srv_loc }: { token: string; srv_loc?: string | undefined },
): Promise<void> {
  checkNamedLocation(services, srv_loc);
  await inTransaction(services, visitor, async (work) => {
    const ofToken = () =>
      work.tx
        .selectFrom('step_reset')
        .innerJoin('app_user', 'app_user.id', 'step_reset.user_id')
        .select(['user_id', 'end_reason', 'presence'])
        .where('cancel_hash', '=', hashToken(token))
        .where('deleted_at', 'is', null)
        .executeTakeFirst();
    const found = await ofToken();
    if (!found) throw new Refusal('token_expired', 'token');
    await lockAccount(work.tx, found.user_id);
    // Checked again, because it may have ended or moved while waiting for the lock.
    const reset = await ofToken();
    // The reset moved with its person, and the same link works in the other region.
    if (reset && reset.presence !== 'home') throw new Refusal('server_is_wrong');
    if (reset?.end_reason === 'done') throw new Refusal('reset_done', 'token');
    if (reset?.end_reason === null)
      await endStepReset(work.as({ userId: found.user_id }), found.user_id, 'cancelled');
  });
}

/** Cancels the reset of one's own second steps; does nothing without one. */
export async function keepOwn(services: Services, actor: Actor): Promise<void> {
  await inTransaction(services, actor, async (work) => {
    await lockAccount(work.tx, actor.userId);
    await endStepReset(work, actor.userId, 'cancelled');
  });
}
