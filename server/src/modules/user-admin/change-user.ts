import type { MailPace } from '@cusp/contract/accounts';
import { staffFlagsOf } from '@cusp/contract/staff.routes';
import type { AccountAction } from '@cusp/contract/staff-users';
import { fullName } from '@cusp/text/names';
import { sql } from 'kysely';
import type { DbOrTx, Tx } from '../../platform/db/database.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { found, Refusal } from '../../platform/http/refusal.ts';
import { emailKey } from '../../platform/mail/email-key.ts';
import type { Services } from '../../platform/services.ts';
import { inTransaction, type Work } from '../../platform/work.ts';
import { endEmailChange } from '../email-change/end-email-change.ts';
import { logAccount } from '../identity/account-log.ts';
import { paceMail } from '../identity/mail-pace.ts';
import { endSessions, livingSessionsOf } from '../identity/sessions.ts';
import { sendActivationMail } from '../identity/sign-up.ts';
import { endStepReset } from '../security/end-step-reset.ts';
import { noteGuest } from '../share-groups/circles-changed.ts';

/** The account of this region that a staff member changes, locked until the end of the transaction. */
export async function holdUser(tx: Tx, id: number) {
  const user = await tx
    .selectFrom('app_user')
    .select(['id', 'email', 'first_name', 'language', 'brand', 'activated_at', 'blocked_at'])
    .select(['is_device_manager', 'is_sales_manager', 'is_staff', 'is_device_user_viewer'])
    .select(['is_device_rental_manager', 'is_rental_manager_granted', 'staff_version', 'staff_changed_by'])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .where('presence', '=', 'home')
    .forNoKeyUpdate()
    .executeTakeFirst();
  return found(user);
}
export type HeldUser = Awaited<ReturnType<typeof holdUser>>;

/** Staff accounts are managed on the server, and staff cannot manage their own account here. */
export function requireCustomer(actor: Actor, user: HeldUser): void {
  if (user.id === actor.userId) throw new Refusal('account_is_yours');
  if (staffFlagsOf(user).length > 0) throw new Refusal('account_is_staff');
}

/** Refuses a change based on an earlier state, naming who changed the account since. */
async function requireCurrent(db: DbOrTx, user: HeldUser, version: number): Promise<void> {
  if (user.staff_version === version) return;
  const by = await db
    .selectFrom('app_user')
    .select(['first_name', 'last_name'])
    .where('id', '=', user.staff_changed_by)
    .executeTakeFirst();
  throw new Refusal('conflict', { changed_by: by ? fullName(by.first_name, by.last_name) : '' });
}

/** Whether the person made the latest change, so that a second click finds it already made. */
const isOwnChange = (actor: Actor, user: HeldUser): boolean => user.staff_changed_by === actor.userId;

/** Stores a change of the account, and makes changes for its earlier state stale. */
export const setUser = ({ tx, actor }: Work, { id }: HeldUser, values: object): Promise<unknown> =>
  tx
    .updateTable('app_user')
    .set(({ eb }) => ({
      ...values,
      staff_version: eb('staff_version', '+', 1),
      staff_changed_by: actor.userId,
      updated_at: sql`now()`,
    }))
    .where('id', '=', id)
    .execute();

/** Appends the staff member's action to the account's log. */
export const logAction = (
  { tx, actor }: Work,
  userId: number,
  action: AccountAction,
  reason = '',
): Promise<void> => logAccount(tx, { userId, staffId: actor.userId, action, reason });

interface Reasoned {
  reason: string;
  version: number;
}

/**
 * Blocks an account. Its sessions end with their streams, in every process, and its share links stop working; partners
 * see the person as before.
 */
export const blockUser = (services: Services, actor: Actor, id: number, { reason, version }: Reasoned) =>
  inTransaction(services, actor, async (work) => {
    const user = await holdUser(work.tx, id);
    requireCustomer(actor, user);
    if (user.blocked_at && isOwnChange(actor, user)) return;
    await requireCurrent(work.tx, user, version);
    if (user.blocked_at) return;
    await setUser(work, user, { blocked_at: new Date(), blocked_by: actor.userId, block_reason: reason });
    await endSessions(work, { userId: id }, 'account blocked');
    await logAction(work, id, 'blocked', reason);
    await endStepReset(work, id, 'blocked');
    await endEmailChange(work, id, 'impossible');
    // Links that the person made to cases of the other region end too.
    await noteGuest(work, id);
    await work.audit({ action: 'user_blocked', object: { type: 'user', id } });
  });

/** Lets a blocked account sign in again. */
export const unblockUser = (services: Services, actor: Actor, id: number, { reason, version }: Reasoned) =>
  inTransaction(services, actor, async (work) => {
    const user = await holdUser(work.tx, id);
    if (!user.blocked_at && isOwnChange(actor, user)) return;
    await requireCurrent(work.tx, user, version);
    if (!user.blocked_at) return;
    await setUser(work, user, { blocked_at: null, blocked_by: null, block_reason: '' });
    await logAction(work, id, 'unblocked', reason);
    await noteGuest(work, id);
    await work.audit({ action: 'user_unblocked', object: { type: 'user', id } });
  });

/** Ends one live session of a person. */
export const endUserSession = (services: Services, actor: Actor, id: number, sessionId: string) =>
  inTransaction(services, actor, async (work) => {
    const user = await holdUser(work.tx, id);
    requireCustomer(actor, user);
    const living = await livingSessionsOf(services, work.tx, id);
    if (!living.some((session) => session.id === sessionId)) throw new Refusal('not_found');
    await endSessions(work, { sessionId }, 'ended by staff');
    await logAction(work, id, 'session_ended');
    await work.audit({
      action: 'authn_session_ended',
      object: { type: 'user', id },
      detail: { session: sessionId },
    });
  });

/** Ends all live sessions of a person; returns how many. */
export const endUserSessions = (services: Services, actor: Actor, id: number): Promise<number> =>
  inTransaction(services, actor, async (work) => {
    const user = await holdUser(work.tx, id);
    requireCustomer(actor, user);
    const { length } = await livingSessionsOf(services, work.tx, id);
    await endSessions(work, { userId: id }, 'ended by staff');
    if (length === 0) return 0;
    await logAction(work, id, 'sessions_ended');
    await work.audit({
      action: 'authn_session_ended',
      object: { type: 'user', id },
      detail: { sessions: length },
    });
    return length;
  });

/** Sends the activation mail again, with the same limits as for its owner. */
export const resendUserActivation = (services: Services, actor: Actor, id: number): Promise<MailPace> =>
  inTransaction(services, actor, async (work) => {
    const user = await holdUser(work.tx, id);
    if (user.activated_at) throw new Refusal('account_activated');
    const pace = await paceMail(work.tx, 'activate', { whom: String(id), ip: actor.ip });
    if (!pace.sent) return pace;
    await sendActivationMail(work, user);
    await logAction(work, id, 'activation_sent');
    await work.audit({ action: 'activation_resent', object: { type: 'user', id } });
    return pace;
  });

/**
 * Grants the flag of rental managers before they have devices, or withdraws it. A person with devices keeps it, because
 * otherwise those devices could not be locked.
 */
export const setRentalManager = (services: Services, actor: Actor, email: string, granted: boolean) =>
  inTransaction(services, actor, async (work) => {
    const person = await work.tx
      .selectFrom('app_user')
      .select('id')
      .where('email_key', '=', emailKey(email))
      .where('activated_at', 'is not', null)
      .where('deleted_at', 'is', null)
      .executeTakeFirst();
    if (!person) throw new Refusal('rental_manager_unknown', 'email');
    const user = await holdUser(work.tx, person.id);
    if (granted) requireCustomer(actor, user);
    if (user.is_rental_manager_granted === granted && user.is_device_rental_manager === granted) return;
    const device = await work.tx
      .selectFrom('device')
      .select('id')
      .where('rental_manager_id', '=', user.id)
      .where('removed_at', 'is', null)
      .limit(1)
      .executeTakeFirst();
    if (!granted && device) throw new Refusal('rental_manager_has_devices');
    await setUser(work, user, { is_rental_manager_granted: granted, is_device_rental_manager: granted });
    await logAction(work, user.id, granted ? 'rental_granted' : 'rental_withdrawn');
    await work.audit({
      action: granted ? 'rental_manager_granted' : 'rental_manager_withdrawn',
      object: { type: 'user', id: user.id },
    });
  });
