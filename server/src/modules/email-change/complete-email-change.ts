import { PAGES } from '@cusp/contract/pages';
import { staffFlagsOf } from '@cusp/contract/staff.routes';
import { type Selectable, sql } from 'kysely';
import type { DbOrTx } from '../../platform/db/database.ts';
import type { EmailChangeTable } from '../../platform/db/tables/identity.ts';
import type { Doer } from '../../platform/http/actor.ts';
import type { Work } from '../../platform/work.ts';
import { linkInvitations } from '../connections/link-invitations.ts';
import { hashPassword } from '../identity/hashing/password-hash.ts';
import { createMailToken } from '../identity/mail-tokens.ts';
import { storePassword } from '../identity/passwords.ts';
import { endSessions, newToken } from '../identity/sessions.ts';
import { forgetSteps } from '../identity/sign-in-step.ts';
import { linkLab } from '../labs/link-lab.ts';
import { endEmailChange } from './end-email-change.ts';
import { moveAddress } from './move-address.ts';

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

/**
 * Carries out a change that both sides agreed to, and ends it. Fails with a unique violation if another account takes the
 * address at the same moment. Returns whether the address changed.
 */
export async function completeEmailChange(work: Work<Doer>, change: Change): Promise<boolean> {
  const { tx } = work;
  const user = await lockOwner(tx, change.user_id);
  if (user.deleted_at || user.blocked_at || staffFlagsOf(user).length > 0) {
    await endEmailChange(work, user.id, 'impossible');
    return false;
  }
  const { email, email_key } = change;
  const other = await tx
    .selectFrom('app_user')
    .select('id')
    .where('email_key', '=', email_key)
    .where('id', '!=', user.id)
    .executeTakeFirst();
  if (other) {
    await endEmailChange(work, user.id, 'taken');
    return false;
  }
  await tx
    .updateTable('app_user')
    .set({ email, email_key, updated_at: sql`now()` })
    .where('id', '=', user.id)
    .execute();
  await moveAddress(tx, { id: user.id, from: user.email_key, to: email_key, email });
  await linkInvitations(work, { id: user.id, email_key, region: user.region });
  await linkLab(tx, { id: user.id, email_key });
  await closeOldWays(work, user.id);
  await endEmailChange(work, user.id, 'done');
  // The provider's account may belong to the old mailbox. Who had no password chooses one, now or by asking for a mail.
  let link: string = PAGES.login;
  if (user.password_hash === null) {
    await storePassword(tx, user.id, await hashPassword(newToken()));
    const token = await createMailToken(tx, user.id, 'reset');
    link = PAGES.passwordResetToken.replace(':token', token);
  }
  for (const to of [user.email, email])
    await work.enqueue('mail', {
      template: 'email-changed',
      to,
      userId: user.id,
      language: user.language,
      brand: user.brand,
      params: { name: user.first_name, email, link: to === email ? link : PAGES.login },
    });
  return true;
}

/** Ends whatever the old mailbox opens: links of its mails, providers, sign-ins under way and sessions. */
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
