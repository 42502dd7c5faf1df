import { sql } from 'kysely';
import type { DbOrTx } from '../../platform/db/database.ts';
import { internalActor } from '../../platform/http/actor.ts';
import type { Services } from '../../platform/services.ts';
import { inTransaction } from '../../platform/work.ts';
import { lockIfVisible } from '../case-access/case-in-hand.sql.ts';
import { removeForCircle } from '../cases/remove-cases.ts';
import { isOver, lockPractice, type Practice, stillHolds } from './retention.sql.ts';

/** Cases of one transaction. */
const AT_ONCE = 50;

/**
 * Removes copies of a practice whose time is over and for which both announcements were sent. The other side keeps its
 * copy; a case without any copy is purged. Returns how many were removed, 0 once there is nothing left to do.
 */
export const removeExpired = (services: Services, practiceId: number, fallback: number): Promise<number> =>
  inTransaction(services, internalActor(practiceId), async (work) => {
    const { tx } = work;
    const practice = await lockPractice(tx, practiceId, fallback);
    if (!practice) return 0;
    const due: number[] = [];
    // Locked in id order, like by all who lock several cases, and checked again once they are locked.
    for (const id of await expired(tx, practice, null))
      if (await lockIfVisible(tx, practiceId, id)) due.push(id);
    const ids = await expired(tx, practice, due);
    if (ids.length === 0) return 0;
    await removeForCircle(work, ids, 'retention');
    await tx
      .deleteFrom('case_retention')
      .where('practice_id', '=', practiceId)
      .where('case_id', 'in', ids)
      .execute();
    return ids.length;
  });

/** Cases of which a practice's copy is due for removal, of these or of all. */
async function expired(db: DbOrTx, practice: Practice, among: readonly number[] | null): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select case_id as id from case_retention as kept join dental_case on dental_case.id = case_id
    where practice_id = ${practice.id} and ${isOver} and ${stillHolds(practice)}
      and ${among === null ? sql`true` : sql`case_id = any(${[...among]}::bigint[])`}
    order by case_id limit ${AT_ONCE}
  `.execute(db);
  return rows.map(({ id }) => id);
}
