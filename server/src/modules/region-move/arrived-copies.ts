import { NOBODY } from '../../platform/http/actor.ts';
import type { Services } from '../../platform/services.ts';
import { inTransaction } from '../../platform/work.ts';
import { queueCopiesOf } from '../light-copies/queue-light-copy.ts';

/** Queues some of the light copies of people who have arrived with a move; returns whether there are more. */
export const queueArrivedCopies = (services: Services, move: string): Promise<boolean> =>
  inTransaction(services, NOBODY, async (work) => {
    const row = await work.tx
      .selectFrom('region_import')
      .select(['circle', 'copies_after'])
      .where('move_id', '=', move)
      .where('copies_after', 'is not', null)
      .forUpdate()
      .executeTakeFirst();
    if (!row) return false;
    const after = await queueCopiesOf(work, row.circle, row.copies_after ?? 0);
    await work.tx
      .updateTable('region_import')
      .set({ copies_after: after })
      .where('move_id', '=', move)
      .execute();
    return after !== null;
  });

/**
 * Housekeeping: queues copies for people who arrived before arrivals did so. One portion in each run, so that the
 * copies of new files do not wait behind those of years.
 */
export async function queueLateCopies(services: Services): Promise<void> {
  if (!services.config.peer) return;
  const move = await services.db
    .selectFrom('region_import')
    .select('move_id')
    .where('step', '=', 'arrived')
    .where('is_reported', '=', true)
    .where('copies_after', 'is not', null)
    .orderBy('ended_at')
    .orderBy('move_id')
    .limit(1)
    .executeTakeFirst();
  if (move) await queueArrivedCopies(services, move.move_id);
}
