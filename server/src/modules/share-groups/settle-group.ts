import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { type Doer, internalActor, NOBODY } from '../../platform/http/actor.ts';
import type { JobData } from '../../platform/jobs/queues.ts';
import type { Services } from '../../platform/services.ts';
import { inTransaction, type Work } from '../../platform/work.ts';
import { peopleAround } from '../case-access/circle.sql.ts';

type Joining = JobData['group-settled'];

const LOOK_EVERY_MS = 1_000;
/** No change takes longer than this; a hanging one is ignored. */
const LONGEST_MS = 60_000;

/** Call this in the transaction in which a person joins. */
export const settleLater = (
  work: Work<Doer>,
  joining: Pick<Joining, 'groupId' | 'memberId'>,
): Promise<void> => look(work, { ...joining, horizon: null, since: Date.now() });

const look = (work: Work<Doer>, joining: Joining): Promise<void> =>
  work.enqueue('group-settled', joining, { startAfter: new Date(Date.now() + LOOK_EVERY_MS) });

/**
 * Changes in progress while a person joined have the old audience: the newcomer would miss their events, and the mates
 * those of the newcomer's cases. When these transactions have ended, the whole group is notified to reload.
 */
export async function settleGroup(services: Services, joining: Joining): Promise<void> {
  const { groupId, memberId, since } = joining;
  await inTransaction(services, NOBODY, async (work) => {
    const { horizon, isOver } = await openChanges(work.tx, joining.horizon);
    if (!isOver && Date.now() - since < LONGEST_MS) return look(work, { ...joining, horizon });
    const member = await work.tx
      .selectFrom('group_member')
      .select('user_id')
      .where('id', '=', memberId)
      .where('status', '=', 'ACCD')
      .executeTakeFirst();
    if (!member?.user_id) return;
    await work.as(internalActor(member.user_id)).record({
      name: 'sharegroup_settled',
      audience: await peopleAround(work.tx, [member.user_id]),
      ids: { group: groupId, member: memberId },
    });
  });
}

/** Whether all transactions before the horizon (a transaction id, by default now) have ended. */
async function openChanges(tx: Tx, horizon: string | null): Promise<{ horizon: string; isOver: boolean }> {
  const { rows } = await sql<{ horizon: string; isOver: boolean }>`
    select horizon::text, pg_snapshot_xmin(snapshot) >= horizon as "isOver"
    from pg_current_snapshot() as snapshot,
      lateral (select coalesce(${horizon}::xid8, pg_snapshot_xmax(snapshot)) as horizon) as wanted
  `.execute(tx);
  const [row] = rows;
  if (!row) throw new Error('PostgreSQL always has a snapshot');
  return row;
}
