import { EMAIL_CHANGE_DAYS, LOST_MAILBOX_HOURS } from '@cusp/contract/email-change.routes';
import { PAGES } from '@cusp/contract/pages';
import { sql } from 'kysely';
import type { Actor } from '../../platform/http/actor.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { emailKey } from '../../platform/mail/email-key.ts';
import type { Services } from '../../platform/services.ts';
import { timeInWords } from '../../platform/time/time-in-words.ts';
import { inTransaction, type Work } from '../../platform/work.ts';
import { endEmailChange } from '../email-change/end-email-change.ts';
import { hashToken, newToken } from '../identity/sessions.ts';
import { loadUser } from '../identity/user.sql.ts';
import { linkWithToken } from '../invitations/server-location.ts';
import { livesInOtherRegion } from '../region-look-up/address-look-up.ts';
import { approveRequest, requireApprovable } from '../staff-requests/approve-request.ts';
import { openRequest } from '../staff-requests/staff-requests.ts';
import { type HeldUser, holdUser, logAction, requireCustomer } from './change-user.ts';

const inDays = sql<Date>`now() + make_interval(days => ${EMAIL_CHANGE_DAYS})`;

/**
 * Asks both addresses to agree to a new one; returns the id of the change. The address stays the same until both have
 * agreed.
 * @throws Refusal `email_taken` also for an address of the other region, `region_unreachable` if it does not respond.
 */
export async function askEmailChange(
  services: Services,
  actor: Actor,
  id: number,
  { email, reason }: { email: string; reason: string },
): Promise<number> {
  const email_key = emailKey(email);
  requireChangeable(actor, await loadUser(services.db, id));
  if (await livesInOtherRegion(services, email_key)) throw new Refusal('email_taken', 'email');
  return inTransaction(services, actor, async (work) => {
    const user = await holdUser(work.tx, id);
    requireChangeable(actor, user);
    const owner = await work.tx
      .selectFrom('app_user')
      .select('id')
      .where('email_key', '=', email_key)
      .executeTakeFirst();
    if (owner) throw new Refusal('email_taken', 'email');
    const [oldToken, freshToken] = [newToken(), newToken()];
    const change = await work.tx
      .insertInto('email_change')
      .values({
        user_id: id,
        email,
        email_key,
        reason,
        requested_by: actor.userId,
        expires_at: inDays,
        old_hash: hashToken(oldToken),
        new_hash: hashToken(freshToken),
        warning_hash: null,
        old_agreed_at: null,
        new_agreed_at: null,
        approved_by: null,
        approved_at: null,
        due_at: null,
        ended_at: null,
        end_reason: null,
      })
      .onConflict((conflict) => conflict.column('user_id').where('ended_at', 'is', null).doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!change) throw new Refusal('email_change_open');
    await logAction(work, id, 'email_change_asked', reason);
    await work.audit({
      action: 'email_change_asked',
      object: { type: 'user', id },
      detail: { change: change.id },
    });
    await mail(work, user, 'email-change-old', user.email, oldToken, { email });
    await mail(work, user, 'email-change-new', email, freshToken, {});
    return change.id;
  });
}

/** Approves that the old mailbox is lost. Its address gets one more mail, and can refuse until the returned moment. */
export const approveEmailChange = (
  services: Services,
  actor: Actor,
  id: number,
  changeId: number,
): Promise<Date> =>
  inTransaction(services, actor, async (work) => {
    const user = await holdUser(work.tx, id);
    requireChangeable(actor, user);
    const request = await openRequest(work.tx, 'email_change', id, changeId);
    await requireApprovable(work.tx, actor, request);
    const approval = { table: 'email_change', userId: id, request, hours: LOST_MAILBOX_HOURS } as const;
    const due_at = await approveRequest(work, approval);
    const token = newToken();
    const change = await work.tx
      .updateTable('email_change')
      .set({ expires_at: inDays, warning_hash: hashToken(token) })
      .where('id', '=', changeId)
      .returning('email')
      .executeTakeFirstOrThrow();
    const params = { email: change.email, until: timeInWords(user.language, due_at) };
    await mail(work, user, 'email-change-lost', user.email, token, params);
    return due_at;
  });

/** Stops a change that has not taken place. */
export const stopEmailChange = (services: Services, actor: Actor, id: number, changeId: number) =>
  inTransaction(services, actor, async (work) => {
    await holdUser(work.tx, id);
    await openRequest(work.tx, 'email_change', id, changeId);
    await endEmailChange(work, id, 'stopped');
  });

/** An account whose first address was not confirmed has no proven owner: they can sign up again. */
function requireChangeable(actor: Actor, user: HeldUser): void {
  requireCustomer(actor, user);
  if (user.blocked_at || !user.activated_at) throw new Refusal('email_change_impossible');
}

const mail = (
  work: Work,
  user: HeldUser,
  template: 'email-change-old' | 'email-change-new' | 'email-change-lost',
  to: string,
  token: string,
  params: Record<string, string>,
): Promise<void> =>
  work.mail({ ...user, email: to }, template, {
    name: user.first_name,
    link: linkWithToken(work.services, PAGES.emailChange, token),
    ...params,
  });
