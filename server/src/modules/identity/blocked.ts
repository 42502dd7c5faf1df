import { sql } from 'kysely';
import { audit } from '../../platform/audit/audit.ts';
import type { DbOrTx, Tx } from '../../platform/db/database.ts';
import type { Visitor } from '../../platform/http/actor.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Services } from '../../platform/services.ts';

/**
 * Refuses the sign-in of a blocked account and logs it. Call it only after the visitor has proved that the account is
 * theirs, because the reply reveals that it exists.
 */
export async function refuseIfBlocked(
  services: Services,
  visitor: Visitor,
  user: { id: number; blocked_at: Date | null },
): Promise<void> {
  if (!user.blocked_at) return;
  await audit(
    services.db,
    { ...visitor, userId: user.id },
    { action: 'authn_login_fail', result: 'refused', detail: { reason: 'blocked' } },
  );
  throw new Refusal('account_blocked');
}

/** Fails if the account is blocked; it cannot be blocked until the transaction ends. */
export async function requireNotBlocked(tx: Tx, userId: number): Promise<void> {
  const open = await tx
    .selectFrom('app_user')
    .select('id')
    .where('id', '=', userId)
    .where('blocked_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!open) throw new Refusal('account_blocked');
}

/** Refuses the end of something long, such as an upload, if the account was blocked since its beginning. */
export async function refuseIfBlockedSince(db: DbOrTx, userId: number): Promise<void> {
  const blocked = await db
    .selectFrom('app_user')
    .select('id')
    .where('id', '=', userId)
    .where('blocked_at', 'is not', null)
    .executeTakeFirst();
  if (blocked) throw new Refusal('account_blocked');
}

/** Stores the time of a completed sign-in; fails if the account has been blocked. */
export async function noteSignIn(tx: Tx, userId: number): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('app_user')
    .set({ last_sign_in_at: sql`now()` })
    .where('id', '=', userId)
    .where('blocked_at', 'is', null)
    .where('presence', '=', 'home')
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new Refusal('account_blocked');
}
