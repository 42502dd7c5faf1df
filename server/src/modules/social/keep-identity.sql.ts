import type { Tx } from '../../platform/db/database.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Flow } from './flow.sql.ts';

/** Connects a provider's subject with an account. Each subject has one account, each account one subject a provider. */
export async function keepIdentity(tx: Tx, { provider, subject }: Flow, userId: number): Promise<void> {
  if (!subject) throw new Refusal('social_invalid');
  const kept = await tx
    .insertInto('social_identity')
    .values({ provider, subject, user_id: userId })
    .onConflict((conflict) => conflict.doNothing())
    .returning('user_id')
    .executeTakeFirst();
  if (!kept) throw new Refusal('social_taken');
}

/** Whether this provider still leads to the account. Ask with the person's row locked: a new password ends connections. */
export async function isConnected(tx: Tx, userId: number, provider: Flow['provider']): Promise<boolean> {
  const kept = await tx
    .selectFrom('social_identity')
    .select('subject')
    .where('user_id', '=', userId)
    .where('provider', '=', provider)
    .executeTakeFirst();
  return kept !== undefined;
}
