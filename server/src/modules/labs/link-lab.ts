import type { Tx } from '../../platform/db/database.ts';
import { emailKey } from '../../platform/mail/email-key.ts';

/**
 * Gives the lab that staff registered under somebody's address to their account, as soon as there is one; false if there
 * is no such lab.
 */
export async function linkLab(tx: Tx, account: { id: number; email_key: string }): Promise<boolean> {
  const waiting = await tx
    .selectFrom('lab')
    .select(['id', 'email'])
    .where('user_id', 'is', null)
    .where('email', '!=', '')
    .execute();
  const own = waiting.filter(({ email }) => emailKey(email) === account.email_key).map(({ id }) => id);
  if (own.length === 0) return false;
  await tx.updateTable('lab').set({ user_id: account.id }).where('id', 'in', own).execute();
  return true;
}

/**
 * Gives the lab of an account its new address, by which each edit looks for the account. If staff registered a lab under
 * that address already, the account gets that one and the address of the earlier one stays, because it has to differ.
 */
export async function moveLab(
  tx: Tx,
  account: { id: number; email: string; email_key: string },
): Promise<void> {
  if (await linkLab(tx, account)) return;
  await tx.updateTable('lab').set({ email: account.email }).where('user_id', '=', account.id).execute();
}
