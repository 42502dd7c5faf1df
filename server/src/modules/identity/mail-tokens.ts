import { sql } from 'kysely';
import type { DbOrTx, Tx } from '../../platform/db/database.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { hashToken, newToken } from './sessions.ts';

export type Purpose = 'activate' | 'reset' | 'undo';

/** Lifetime of mailed links, in minutes. */
const LIFE_MINUTES: Record<Purpose, number> = {
  activate: 3 * 24 * 60,
  reset: 60,
  undo: 7 * 24 * 60,
};
/** Creates the secret of a link; only its hash is stored. */
export async function createMailToken(tx: Tx, userId: number, purpose: Purpose): Promise<string> {
  const token = newToken();
  await tx
    .insertInto('mail_token')
    .values({
      hash: hashToken(token),
      purpose,
      user_id: userId,
      expires_at: sql<Date>`now() + make_interval(mins => ${LIFE_MINUTES[purpose]})`,
      used_at: null,
    })
    .execute();
  return token;
}

/** The owner of a valid link, else null. Does not use it up. Throws if the account is blocked or moved away. */
export async function ownerOfMailToken(db: DbOrTx, token: string, purpose: Purpose): Promise<number | null> {
  const row = await db
    .selectFrom('mail_token')
    .innerJoin('app_user', 'app_user.id', 'mail_token.user_id')
    .select(['user_id', 'blocked_at', 'presence'])
    .where('hash', '=', hashToken(token))
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .where('app_user.deleted_at', 'is', null)
    .executeTakeFirst();
  if (row && row.presence !== 'home') throw new Refusal('server_is_wrong');
  if (row?.blocked_at) throw new Refusal('account_blocked');
  return row?.user_id ?? null;
}

/**
 * Uses up a link and the person's other links of that purpose. Of two concurrent calls one gets the owner, the other
 * null.
 */
export async function spendMailToken(tx: Tx, token: string, purpose: Purpose): Promise<number | null> {
  const owner = await ownerOfMailToken(tx, token, purpose);
  if (owner === null) return null;
  const used = await tx
    .updateTable('mail_token')
    .set({ used_at: sql`now()` })
    .where('hash', '=', hashToken(token))
    .where('used_at', 'is', null)
    .returning('hash')
    .executeTakeFirst();
  if (!used) return null;
  await tx
    .updateTable('mail_token')
    .set({ used_at: sql`now()` })
    .where('user_id', '=', owner)
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .execute();
  return owner;
}

/** The owner of a link that was used in the last `minutes`, else null. */
export async function lastOwnerOf(
  db: DbOrTx,
  token: string,
  purpose: Purpose,
  minutes: number,
): Promise<number | null> {
  const row = await db
    .selectFrom('mail_token')
    .innerJoin('app_user', 'app_user.id', 'mail_token.user_id')
    .select('user_id')
    .where('hash', '=', hashToken(token))
    .where('purpose', '=', purpose)
    .where('used_at', '>', sql<Date>`now() - make_interval(mins => ${minutes})`)
    .where('deleted_at', 'is', null)
    .where('presence', '=', 'home')
    .executeTakeFirst();
  return row?.user_id ?? null;
}

/** Whether this link was used for this person and has not expired since. */
export async function wasUsed(db: DbOrTx, token: string, purpose: Purpose, userId: number): Promise<boolean> {
  const row = await db
    .selectFrom('mail_token')
    .select('hash')
    .where('hash', '=', hashToken(token))
    .where('purpose', '=', purpose)
    .where('user_id', '=', userId)
    .where('used_at', 'is not', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst();
  return row !== undefined;
}
