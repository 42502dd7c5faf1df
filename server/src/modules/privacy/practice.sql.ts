import type { DbOrTx } from '../../platform/db/database.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { peopleAround } from '../case-access/circle.sql.ts';

/**
 * Ids of the members of the practice that a person is responsible for: the group of its owner, or themselves. Members
 * of another owner's group are refused.
 */
export async function practiceOf(db: DbOrTx, { userId }: Pick<Actor, 'userId'>): Promise<number[]> {
  if (await isMember(db, userId)) throw new Refusal('privacy_owner_only');
  return peopleAround(db, [userId]);
}

/** Whether a person is a member of another owner's group; that owner is then responsible for the practice. */
async function isMember(db: DbOrTx, userId: number): Promise<boolean> {
  const member = await db
    .selectFrom('group_member')
    .select('id')
    .where('user_id', '=', userId)
    .where('status', '=', 'ACCD')
    .executeTakeFirst();
  return member !== undefined;
}
