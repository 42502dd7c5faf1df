import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import type { Visitor } from '../../platform/http/actor.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Services } from '../../platform/services.ts';
import { inTransaction } from '../../platform/work.ts';
import { hashPassword } from '../identity/hashing/password-hash.ts';
import { createMailToken, ownerOfMailToken, spendMailToken } from '../identity/mail-tokens.ts';
import { storePassword } from '../identity/passwords.ts';
import { endSessions, newToken } from '../identity/sessions.ts';
import { forgetSteps } from '../identity/sign-in-step.ts';
import { checkNamedLocation } from '../invitations/server-location.ts';
import { lockAccount } from './keep-second-step.ts';
import { notifySecondStep } from './notify-second-step.ts';

/**
 * Undoes a second step added by an intruder, by the link of the mail that announced it. The intruder knew the password
 * and may have added several: removes all with an open link, and the recovery codes, sessions and password. Returns the
 * token of a link to set a new password; null for an account without one.
 */
export async function undoSecondStep(
  services: Services,
  visitor: Visitor,
  { token, srv_loc }: { token: string; srv_loc?: string | undefined },
): Promise<string | null> {
  checkNamedLocation(services, srv_loc);
  const userId = await ownerOfMailToken(services.db, token, 'undo');
  if (userId === null) throw new Refusal('token_expired', 'token');
  const nobodysPassword = await hashPassword(newToken());
  return inTransaction(services, visitor, async (work) => {
    const user = await lockAccount(work.tx, userId);
    await removeAddedSteps(work.tx, userId);
    if ((await spendMailToken(work.tx, token, 'undo')) === null) throw new Refusal('token_expired', 'token');
    await work.tx.deleteFrom('recovery_code').where('user_id', '=', userId).execute();
    await work.tx.deleteFrom('known_device').where('user_id', '=', userId).execute();
    await forgetSteps(work.tx, userId);
    await endSessions(work, { userId }, 'second step undone');
    await work.as({ userId }).audit({ action: 'authn_second_step_undone' });
    await notifySecondStep(work, user, 'removed');
    if (user.password_hash === null) return null;
    await storePassword(work.tx, userId, nobodysPassword);
    return createMailToken(work.tx, userId, 'reset');
  });
}

/** Removes what was added since the earliest valid link. */
async function removeAddedSteps(tx: Tx, userId: number): Promise<void> {
  const since = sql<Date>`(
    select min(created_at) from mail_token
    where user_id = ${userId} and purpose = 'undo' and used_at is null and expires_at > now()
  )`;
  await tx.deleteFrom('passkey').where('user_id', '=', userId).where('created_at', '>=', since).execute();
  await tx
    .deleteFrom('authenticator_app')
    .where('user_id', '=', userId)
    .where((app) => app.or([app('confirmed_at', '>=', since), app('confirmed_at', 'is', null)]))
    .execute();
}
