import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type * as z from 'zod';
import type { Tx } from '../../platform/db/database.ts';
import { type Doer, NOBODY } from '../../platform/http/actor.ts';
import { servePeer } from '../../platform/region/peer-call.ts';
import { otherRegion } from '../../platform/region/signed-request.ts';
import type { Services } from '../../platform/services.ts';
import { inTransaction, type Work } from '../../platform/work.ts';
import { BEGIN, ERASED } from './calls.ts';
import { lockImport } from './import-step.sql.ts';
import { peopleOf } from './moved-rows.ts';
import { NO_IMPORT, targetStep } from './protocol.ts';
import { openClaim } from './statements.ts';

/** Answers the region that people leave. */
export function registerMoveTarget(app: FastifyInstance, services: Services): void {
  const { peer, region } = services.config;
  if (!peer) return;
  servePeer(app, services, BEGIN, (asked) => begin(services, asked));

  servePeer(app, services, ERASED, async ({ move, certificate }) => {
    if (!(await openClaim(peer, region, 'certificate', move, certificate))) return { known: false };
    const stored = await services.db
      .updateTable('region_import')
      .set({ certificate })
      .where('move_id', '=', move)
      .where('step', '=', 'arrived')
      .returning('move_id')
      .executeTakeFirst();
    return { known: stored !== undefined };
  });
}

/** Arbitrary key of an advisory lock, which serialises moves of the same people that begin at the same time. */
const BEGIN_LOCK = 4815;

async function begin(services: Services, asked: z.output<typeof BEGIN.body>) {
  return inTransaction(services, NOBODY, async (work) => {
    const { tx } = work;
    await sql`select pg_advisory_xact_lock(${BEGIN_LOCK})`.execute(tx);
    const known = await lockImport(tx, asked.move);
    if (known) {
      // People or staff are waiting; otherwise it would continue on its own some time later.
      if (known.step === 'copying') await goOn(work, asked.move);
      return { answer: known.step };
    }
    const outcome = targetStep(NO_IMPORT, { type: 'begin', is_clear: await isClear(tx, asked.circle) });
    if (outcome.refused !== undefined) return { answer: 'busy' as const };
    await tx
      .insertInto('region_import')
      .values({
        move_id: asked.move,
        from_region: otherRegion(services.config.region),
        circle: asked.circle,
        country: asked.country,
        totals: JSON.stringify(asked.totals),
        asked_at: new Date(asked.asked_at),
        failure: null,
        ended_at: null,
      })
      .execute();
    await goOn(work, asked.move);
    return { answer: 'copying' as const };
  });
}

const goOn = (work: Work<Doer>, moveId: string) =>
  work.enqueue('region-import', { moveId }, { singletonKey: moveId, isUrgent: true });

/** Whether none of a circle lives here, is being copied by another move, or waits here for erasure. */
async function isClear(tx: Tx, circle: readonly number[]): Promise<boolean> {
  const { rows } = await sql`
    select from app_user where id = ${peopleOf(circle)} and presence = 'home'
    union all select from region_import where step = 'copying' and circle && ${[...circle]}::bigint[]
    union all select from region_move where ended_at is null and circle && ${[...circle]}::bigint[]
  `.execute(tx);
  return rows.length === 0;
}
