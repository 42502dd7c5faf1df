import { PAGES } from '@cusp/contract/pages';
import { staffFlagsOf } from '@cusp/contract/staff.routes';
import { type Selectable, sql } from 'kysely';
import type { DbOrTx } from '../../platform/db/database.ts';
import type { EmailChangeTable } from '../../platform/db/tables/identity.ts';
import type { Doer } from '../../platform/http/actor.ts';
import { isRefusal } from '../../platform/http/refusal.ts';
import type { Services } from '../../platform/services.ts';
import { inTransaction, type Work } from '../../platform/work.ts';
import { linkInvitations } from '../connections/link-invitations.ts';
import { hashPassword } from '../identity/hashing/password-hash.ts';
import { createMailToken } from '../identity/mail-tokens.ts';
import { storePassword } from '../identity/passwords.ts';
import { endSessions, newToken } from '../identity/sessions.ts';
import { forgetSteps } from '../identity/sign-in-step.ts';
import { linkWithToken } from '../invitations/server-location.ts';
import { moveLab } from '../labs/link-lab.ts';
import { moveAddress } from '../people/move-address.ts';
import { withAddressClaim } from '../region-look-up/address-claim.ts';
import { noteGuest } from '../share-groups/circles-changed.ts';
import { endEmailChange } from './end-email-change.ts';

type Change = Selectable<EmailChangeTable>;

/** The open change of a person whose row is locked. */
export const openChange = (db: DbOrTx, userId: number): Promise<Change | undefined> =>
  db
    .selectFrom('email_change')
    .selectAll()
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .executeTakeFirst();

/** Locks the person of a change, deleted or not. */
export const lockOwner = (db: DbOrTx, userId: number) =>
  db.selectFrom('app_user').selectAll().where('id', '=', userId).forUpdate().executeTakeFirstOrThrow();

/** Of two transactions that store one address, the later one fails. */
const UNIQUE_VIOLATION = '23505';

/** Whether all agreements that a change needs have been given. */
export const isAgreed = ({ new_agreed_at, old_agreed_at, due_at }: Change): boolean =>
  new_agreed_at !== null && (old_agreed_at !== null || (due_at !== null && due_at <= new Date()));

/**
 * Carries out the open change of a person's address if all agreements have been given; returns how it ended, or null if
 * it is still open or there is none. The address must not belong to another account, here or in the other region.
 * @throws Refusal `region_unreachable` and `address_busy`; the change stays open then.
 */
export async function completeEmailChange(
  services: Services,
  doer: Doer,
  userId: number,
): Promise<Change['end_reason']> {
  const due = await openChange(services.db, userId);
  if (!due || !isAgreed(due)) return null;
  const endAsTaken = () =>
    inTransaction(services, doer, async (work) => {
      await lockOwner(work.tx, userId);
      const change = await openChange(work.tx, userId);
      // Another request may have ended it in the meantime.
      if (change?.id !== due.id) return null;
      await endEmailChange(work, userId, 'taken');
      return 'taken' as const;
    });
  try {
    return await withAddressClaim(services, { emailKey: due.email_key, field: 'token' }, (spend) =>
      inTransaction(services, doer, async (work) => {
        const user = await lockOwner(work.tx, userId);
        const change = await openChange(work.tx, userId);
        if (change?.id !== due.id || !isAgreed(change) || user.presence !== 'home') return null;
        if (user.deleted_at || user.blocked_at || staffFlagsOf(user).length > 0) {
          await endEmailChange(work, userId, 'impossible');
          return 'impossible';
        }
        await spend(work.tx);
        await changeAddress(work, user, change);
        return 'done';
      }),
    );
  } catch (error) {
    const isTaken =
      isRefusal(error, 'email_taken') ||
      (error instanceof Error && 'code' in error && error.code === UNIQUE_VIOLATION);
    if (isTaken) return endAsTaken();
    throw error;
  }
}

async function changeAddress(
  work: Work<Doer>,
  user: Awaited<ReturnType<typeof lockOwner>>,
  { email, email_key }: Change,
): Promise<void> {
  const { tx } = work;
  await tx
    .updateTable('app_user')
    .set({ email, email_key, updated_at: sql`now()` })
    .where('id', '=', user.id)
    .execute();
  const from = user.email_key;
  await moveAddress(tx, { id: user.id, from, to: email_key, email });
  await linkInvitations(work, { id: user.id, email_key, region: user.region });
  await moveLab(tx, { id: user.id, from, email, email_key });
  await noteGuest(work, user.id);
  await closeOldWays(work, user.id);
  // So that a breach report finds the account by its former address.
  await endEmailChange(work, user.id, 'done', user.email);
  // The provider's account may belong to the old mailbox. A person without a password chooses one, now or by asking for
  // a mail.
  let link: string = PAGES.login;
  if (user.password_hash === null) {
    await storePassword(tx, user.id, await hashPassword(newToken()));
    const token = await createMailToken(tx, user.id, 'reset');
    link = linkWithToken(work.services, PAGES.passwordResetToken, token);
  }
  for (const to of [user.email, email])
    await work.mail({ ...user, email: to }, 'email-changed', {
      name: user.first_name,
      email,
      link: to === email ? link : PAGES.login,
    });
}

/** Invalidates all access through the old mailbox: links of its mails, providers, sign-ins in progress and sessions. */
async function closeOldWays(work: Work<Doer>, userId: number): Promise<void> {
  await work.tx
    .updateTable('mail_token')
    .set({ used_at: sql`now()` })
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .execute();
  await work.tx.deleteFrom('social_identity').where('user_id', '=', userId).execute();
  await forgetSteps(work.tx, userId);
  await endSessions(work, { userId }, 'address changed');
}
