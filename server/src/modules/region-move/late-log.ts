import { MOVE_ERASE_DAYS } from '@cusp/contract/region-move.routes';
import { sql } from 'kysely';
import * as z from 'zod';
import { eachApart } from '../../platform/jobs/each-apart.ts';
import { askPeer } from '../../platform/region/peer-call.ts';
import { openSealed } from '../../platform/region/sealed.ts';
import type { Services } from '../../platform/services.ts';
import { LATE_LOG } from './calls.ts';
import type { ImportRow } from './import-step.sql.ts';
import { STORED_WITHIN } from './read-part.sql.ts';
import { carrierOf } from './source.ts';
import { logOf, takeLog } from './take-log.sql.ts';

/** Takes over log rows that the other region has stored since the freeze; returns whether it responded. */
export async function takeLateLog(
  services: Services,
  { move_id: move, circle }: Pick<ImportRow, 'move_id' | 'circle'>,
): Promise<boolean> {
  const { peer, region } = services.config;
  if (!peer) return false;
  for (let from: number | null = 0; from !== null; ) {
    const answer: z.output<typeof LATE_LOG.reply> = await askPeer(services, LATE_LOG, { move, from });
    if ('refused' in answer) return false;
    const rows = z.string().parse(await openSealed(peer, region, carrierOf(move), answer.sealed));
    await takeLog(services.db, circle, logOf(rows));
    from = answer.next;
  }
  return true;
}

/**
 * Requests the log once more when no row can be stored late any more, repeatedly until the other region responds or has
 * erased its data; for housekeeping.
 */
export async function takeLateLogs(services: Services): Promise<void> {
  const { db, config } = services;
  if (!config.peer) return;
  const due = await db
    .selectFrom('region_import')
    .select(['move_id', 'circle'])
    .where('step', '=', 'arrived')
    .where('is_log_complete', '=', false)
    .where('ended_at', '<', sql<Date>`now() - ${STORED_WITHIN}`)
    .where('ended_at', '>', sql<Date>`now() - make_interval(days => ${MOVE_ERASE_DAYS})`)
    .execute();
  await eachApart(services, {
    items: due,
    run: async (row) => {
      if (!(await takeLateLog(services, row))) return;
      await db
        .updateTable('region_import')
        .set({ is_log_complete: true })
        .where('move_id', '=', row.move_id)
        .execute();
    },
    problem: 'could not take over late entries of the log yet',
    about: ({ move_id: moveId }) => ({ moveId }),
  });
}
