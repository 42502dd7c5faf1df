import type { DbOrTx, Tx } from '../../platform/db/database.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Flow } from './flow.sql.ts';

/** Links a provider's subject to an account: one account per subject, and one subject per account and provider. */
export async function keepIdentity(
  tx: Tx,
  { provider, subject }: Pick<Flow, 'provider' | 'subject'>,
  userId: number,
): Promise<void> {
  if (!subject) throw new Refusal('social_invalid');
  const kept = await tx
    .insertInto('social_identity')
    .values({ provider, subject, user_id: userId })
    .onConflict((conflict) => conflict.doNothing())
    .returning('user_id')
    .executeTakeFirst();
  if (!kept) throw new Refusal('social_taken');
}

/** Refuses what `keepIdentity` would refuse now. */
export async function requireFree(
  tx: Tx,
  { provider, subject }: Pick<Flow, 'provider' | 'subject'>,
  userId: number,
): Promise<void> {
  const taken = await tx
    .selectFrom('social_identity')
    .select('user_id')
    .where('provider', '=', provider)
    .where((where) => where.or([where('subject', '=', subject), where('user_id', '=', userId)]))
    .executeTakeFirst();
  if (taken) throw new Refusal('social_taken');
}

/** The person who signs in here by a provider's subject. */
export const personOfIdentity = (
  db: DbOrTx,
  { provider, subject }: { provider: Flow['provider']; subject: string },
) =>
  db
    .selectFrom('social_identity')
    .innerJoin('app_user', 'app_user.id', 'social_identity.user_id')
    .select(['app_user.id', 'activated_at'])
    .where('provider', '=', provider)
    .where('subject', '=', subject)
    .where('app_user.presence', '=', 'home')
    .where('app_user.deleted_at', 'is', null);

/**
 * Whether this provider is still linked to the account. Call with the person's row locked, because a new password
 * ends links.
 */
export async function isConnected(tx: Tx, userId: number, provider: Flow['provider']): Promise<boolean> {
  const kept = await tx
    .selectFrom('social_identity')
    .select('subject')
    .where('user_id', '=', userId)
    .where('provider', '=', provider)
    .executeTakeFirst();
  return kept !== undefined;
}
