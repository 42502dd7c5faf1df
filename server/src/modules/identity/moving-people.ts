import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { Refusal } from '../../platform/http/refusal.ts';

/** Whether a person of `app_user` is moving to the other region. */
export const isMoving = sql<boolean>`exists (select from moving_person where user_id = app_user.id)`;

/**
 * Holds accounts until the end of the transaction, so that a move of these people and a change that it would lose take
 * turns.
 */
export const holdPeople = (tx: Tx, ids: readonly number[]): Promise<unknown> =>
  tx
    .selectFrom('app_user')
    .select('id')
    .where('id', 'in', [0, ...ids])
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();

/** Refuses a change that a move of these people would leave behind or lose, and keeps such a move from beginning. */
export async function refuseIfMoving(tx: Tx, ids: readonly number[], field?: string): Promise<void> {
  await holdPeople(tx, ids);
  const moving = await tx
    .selectFrom('app_user')
    .select('id')
    .where('id', 'in', [0, ...ids])
    .where(isMoving)
    .executeTakeFirst();
  if (moving) throw new Refusal('moving', field);
}
