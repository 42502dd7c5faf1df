import type { Tx } from '../../platform/db/database.ts';
import { emailKey } from '../../platform/mail/email-key.ts';

/** Gives the lab that staff registered under somebody's address to their account, as soon as there is one. */
export async function linkLab(tx: Tx, account: { id: number; email_key: string }): Promise<void> {
  const waiting = await tx
    .selectFrom('lab')
    .select(['id', 'email'])
    .where('user_id', 'is', null)
    .where('email', '!=', '')
    .execute();
  const own = waiting.filter(({ email }) => emailKey(email) === account.email_key).map(({ id }) => id);
  if (own.length > 0)
    await tx.updateTable('lab').set({ user_id: account.id }).where('id', 'in', own).execute();
}
