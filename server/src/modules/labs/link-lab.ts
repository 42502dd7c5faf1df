import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { emailKey } from '../../platform/mail/email-key.ts';

/** Links the lab that staff registered under a person's address to their account, as soon as there is one. */
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

/** Whether another lab than the given one has an address. Concurrent requests for the same address are serialised. */
export async function isLabAddressTaken(tx: Tx, email: string, id: number | null): Promise<boolean> {
  const address = email.toLowerCase();
  await sql`select pg_advisory_xact_lock(hashtextextended(${`lab ${address}`}, 0))`.execute(tx);
  const other = await tx
    .selectFrom('lab')
    .select('id')
    .where(sql<boolean>`lower(email) = ${address}`)
    .where('id', '!=', id ?? 0)
    .executeTakeFirst();
  return other !== undefined;
}

interface Moved {
  id: number;
  /** `emailKey` of the former address. */
  from: string;
  email: string;
  email_key: string;
}

/**
 * Moves the lab with the former address of an account to the new one, by which staff find it. If another lab has that
 * address already, it stays as it is, because addresses of labs are unique; the account gets the other lab if that one
 * has no account.
 */
export async function moveLab(tx: Tx, { from, ...account }: Moved): Promise<void> {
  await linkLab(tx, account);
  const labs = await tx.selectFrom('lab').select(['id', 'email']).where('user_id', '=', account.id).execute();
  const moving = labs.find(({ email }) => emailKey(email) === from);
  if (!moving || (await isLabAddressTaken(tx, account.email, moving.id))) return;
  await tx.updateTable('lab').set({ email: account.email }).where('id', '=', moving.id).execute();
}
