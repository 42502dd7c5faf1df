import type { MailPace } from '@cusp/contract/accounts';
import { sql } from 'kysely';
import type { Visitor } from '../../platform/http/actor.ts';
import { decodeId } from '../../platform/http/idb64.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Services } from '../../platform/services.ts';
import { inTransaction, type Work } from '../../platform/work.ts';
import { linkInvitations } from '../connections/link-invitations.ts';
import { linkLab } from '../labs/link-lab.ts';
import { paceMail } from './mail-pace.ts';
import { ownerOfMailToken, spendMailToken, wasUsed } from './mail-tokens.ts';
import { sendActivationMail } from './sign-up.ts';

/**
 * Activates the account of a link. Opening the link again before it expires gives the same answer without any effect,
 * because mail programs open links before their readers do.
 */
export async function activate(
  services: Services,
  visitor: Visitor,
  link: { uidb64: string; token: string },
): Promise<void> {
  const userId = decodeId(link.uidb64);
  const done = await inTransaction(services, visitor, async (work) => {
    if (userId === null) return false;
    if ((await ownerOfMailToken(work.tx, link.token, 'activate')) !== userId)
      return wasUsed(work.tx, link.token, 'activate', userId);
    if ((await spendMailToken(work.tx, link.token, 'activate')) === null) return true;
    await activateUser(work, userId);
    return true;
  });
  if (!done) throw new Refusal('activation_link_invalid');
}

/** Activates an account whose address was verified; an active account is unchanged. */
export async function activateUser(work: Work<Visitor>, userId: number): Promise<void> {
  const person = await work.tx
    .updateTable('app_user')
    .set({ activated_at: sql`now()`, updated_at: sql`now()` })
    .where('id', '=', userId)
    .where('activated_at', 'is', null)
    .where('deleted_at', 'is', null)
    .where('presence', '=', 'home')
    .returning(['id', 'email_key', 'region'])
    .executeTakeFirst();
  if (!person) return;
  await linkInvitations(work, person);
  await linkLab(work.tx, person);
  await work.as({ userId }).audit({ action: 'authn_activate' });
}

/** Resends the activation mail, rate-limited. The answer does not reveal whether the account exists. */
export async function resendActivation(services: Services, visitor: Visitor, uid: string): Promise<MailPace> {
  const userId = decodeId(uid);
  return inTransaction(services, visitor, async (work) => {
    const pace = await paceMail(work.tx, 'activate', {
      whom: userId === null ? uid : String(userId),
      ip: visitor.ip,
    });
    if (!pace.sent || userId === null) return pace;
    const user = await work.tx
      .selectFrom('app_user')
      .select(['id', 'email', 'first_name', 'language', 'brand'])
      .where('id', '=', userId)
      .where('activated_at', 'is', null)
      .where('deleted_at', 'is', null)
      .where('presence', '=', 'home')
      .executeTakeFirst();
    if (user) await sendActivationMail(work, user);
    return pace;
  });
}
