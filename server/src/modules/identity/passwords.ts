import type { MailPace } from '@cusp/contract/accounts';
import { PAGES } from '@cusp/contract/pages';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import type { Actor, Doer, Visitor } from '../../platform/http/actor.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { emailKey } from '../../platform/mail/email-key.ts';
import type { Services } from '../../platform/services.ts';
import { inTransaction, type Work } from '../../platform/work.ts';
import { linkWithToken } from '../invitations/server-location.ts';
import { forgetFailures, guessOfOwnPassword, throttleGuesses } from '../throttle/throttle.ts';
import { activateUser } from './activate.ts';
import { hashPassword, passwordFits } from './hashing/password-hash.ts';
import { rememberDevice } from './known-device.ts';
import { paceMail } from './mail-pace.ts';
import { createMailToken, lastOwnerOf, ownerOfMailToken, spendMailToken } from './mail-tokens.ts';
import { requireGoodPassword } from './new-password.ts';
import { endSessions, newToken } from './sessions.ts';
import { forgetSteps } from './sign-in-step.ts';
import { loadUser } from './user.sql.ts';

/** Sends a reset link to the stored address, never to the typed one. The answer is the same for every address. */
export async function requestPasswordReset(services: Services, doer: Doer, email: string): Promise<MailPace> {
  return inTransaction(services, doer, async (work) => {
    const pace = await paceMail(work.tx, 'reset', { whom: emailKey(email), ip: doer.ip });
    if (!pace.sent) return pace;
    const user = await work.tx
      .selectFrom('app_user')
      .select(['id', 'email', 'first_name', 'language', 'brand'])
      .where('email_key', '=', emailKey(email))
      // A social account has no password, unless its address was never verified: then the mailbox owner gets it.
      .where((or) => or.or([or('password_hash', 'is not', null), or('activated_at', 'is', null)]))
      .where('deleted_at', 'is', null)
      .forUpdate()
      .executeTakeFirst();
    if (!user) return pace;
    const token = await createMailToken(work.tx, user.id, 'reset');
    await work.mail(user, 'password-reset', {
      name: user.first_name,
      link: linkWithToken(work.services, PAGES.passwordResetToken, token),
    });
    return pace;
  });
}

/** Throws if a reset link is invalid; does not use it up. */
export async function validateResetToken(services: Services, token: string): Promise<number> {
  const userId = await ownerOfMailToken(services.db, token, 'reset');
  if (userId === null) throw new Refusal('token_expired', 'token');
  return userId;
}

/**
 * Sets a new password by a reset link and ends every session, without signing in. The link verifies the address, so
 * an inactive account becomes active, and the browser is marked as the owner's, so that guesses from elsewhere do not
 * throttle it. Returns its mark; null if the same form has set this password a moment ago.
 */
export async function confirmPasswordReset(
  services: Services,
  visitor: Visitor,
  input: { token: string; password: string },
  device: string = newToken(),
): Promise<string | null> {
  if (await isRepeated(services, visitor, input)) return null;
  const userId = await validateResetToken(services, input.token);
  const user = await loadUser(services.db, userId);
  await requireGoodPassword(services, input.password, user);
  const passwordHash = await hashPassword(input.password);
  const isSet = await inTransaction(services, visitor, async (work) => {
    if ((await spendMailToken(work.tx, input.token, 'reset')) === null) return false;
    await storePassword(work.tx, userId, passwordHash);
    await activateUser(work, userId);
    await endSessions(work, { userId }, 'password reset');
    await rememberDevice(work.tx, userId, device);
    await work.as({ userId }).audit({ action: 'authn_password_reset' });
    await notifyNewPassword(work, user);
    return true;
  });
  if (!isSet) {
    // The same form sent twice at once: the other request has used the link since.
    if (await isRepeated(services, visitor, input)) return null;
    throw new Refusal('token_expired', 'token');
  }
  await forgetFailures(services, { what: 'login', account: user.email_key, ip: visitor.ip, known: null });
  return device;
}

/** Within this time a resent form counts as a repetition of the first one, whose reply was lost. */
const REPEAT_MINUTES = 15;

/** Whether this link was used a moment ago to set the same password. Guesses are throttled as at the sign-in page. */
async function isRepeated(
  services: Services,
  { ip }: Visitor,
  { token, password }: { token: string; password: string },
): Promise<boolean> {
  const userId = await lastOwnerOf(services.db, token, 'reset', REPEAT_MINUTES);
  if (userId === null) return false;
  const { email_key: account, password_hash: hash } = await loadUser(services.db, userId);
  const guess = { what: 'login', account, ip, known: null };
  await throttleGuesses(services, guess);
  if (hash === null || !(await passwordFits(hash, password))) return false;
  await forgetFailures(services, guess);
  return true;
}

/**
 * Changes one's own password and ends the person's other sessions; the present one continues. `proveSecondFactor`
 * throws without a second factor; it is called last, because it uses up a code. The same form sent again changes
 * nothing.
 */
export async function changePassword(
  services: Services,
  actor: Actor,
  input: { old_password: string; password: string; password_confirm: string },
  proveSecondFactor: () => Promise<void>,
): Promise<void> {
  const user = await loadUser(services.db, actor.userId);
  if (user.password_hash === null) throw new Refusal('social_account');
  const guess = guessOfOwnPassword(actor);
  await throttleGuesses(services, guess);
  const fits = await passwordFits(user.password_hash, input.old_password);
  if (!fits && !(await isChanged(services, actor, user.password_hash, input.password)))
    throw new Refusal('wrong_old_password', 'old_password');
  await forgetFailures(services, guess);
  if (!fits) return;
  if (input.password !== input.password_confirm) throw new Refusal('password_mismatch', 'password_confirm');
  await requireGoodPassword(services, input.password, user);
  await proveSecondFactor();
  const passwordHash = await hashPassword(input.password);
  await inTransaction(services, actor, async (work) => {
    const changed = await storePassword(work.tx, user.id, passwordHash, user.password_hash);
    if (!changed) throw new Refusal('wrong_old_password', 'old_password');
    await endSessions(work, { userId: user.id, except: actor.sessionId }, 'password changed');
    await work.audit({ action: 'authn_password_change' });
    await notifyNewPassword(work, user);
  });
}

/** Whether this session has set this password a moment ago. */
async function isChanged(
  { db }: Services,
  { userId, sessionId }: Actor,
  hash: string,
  password: string,
): Promise<boolean> {
  const changed = await db
    .selectFrom('audit_log')
    .select('id')
    .where('user_id', '=', userId)
    .where('session_id', '=', sessionId)
    .where('action', '=', 'authn_password_change')
    .where('at', '>', sql<Date>`now() - make_interval(mins => ${REPEAT_MINUTES})`)
    .executeTakeFirst();
  return changed !== undefined && passwordFits(hash, password);
}

/** Stores a hash; with `instead`, only if that one is still stored, so that one of two concurrent changes wins. */
export async function storePassword(
  tx: Tx,
  userId: number,
  hash: string,
  instead?: string | null,
): Promise<boolean> {
  let update = tx
    .updateTable('app_user')
    .set({ password_hash: hash, updated_at: sql`now()` })
    .where('id', '=', userId)
    .where('deleted_at', 'is', null);
  if (instead) update = update.where('password_hash', '=', instead);
  const { numUpdatedRows } = await update.executeTakeFirst();
  if (numUpdatedRows === 0n) return false;
  await forgetSteps(tx, userId);
  // Social accounts were linked with the old password, or by an address that was never verified.
  await tx.deleteFrom('social_identity').where('user_id', '=', userId).execute();
  // An open reset link would undo this change.
  await tx
    .updateTable('mail_token')
    .set({ used_at: sql`now()` })
    .where('user_id', '=', userId)
    .where('purpose', '=', 'reset')
    .where('used_at', 'is', null)
    .execute();
  return true;
}

interface Addressee {
  id: number;
  email: string;
  first_name: string;
  language: string;
  brand: string;
}

const notifyNewPassword = (work: Work<Doer>, user: Addressee) =>
  work.mail(user, 'password-changed', { name: user.first_name, link: '/password_reset/' });
