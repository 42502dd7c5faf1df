import { NOBODY } from '../../platform/http/actor.ts';
import type { Services } from '../../platform/services.ts';
import { inTransaction } from '../../platform/work.ts';
import { driveMove } from './finish-source.ts';
import { runImport } from './run-import.ts';

/** A paused move is polled again after this time. */
const LATER_MS = 10_000;

/** Registers the jobs of moves out of this region and into it. */
export async function workMoves(services: Services): Promise<void> {
  await services.jobs.work('region-move', (job) => driveMove(services, job));
  await services.jobs.work('region-import', ({ moveId }) => workImport(services, moveId), { isEager: true });
  // A server that was killed in a freeze resumes immediately, because people are waiting.
  await resumeImports(services);
}

async function workImport(services: Services, moveId: string): Promise<void> {
  const next = await runImport(services, moveId);
  if (next === 'over') return;
  const startAfter = next === 'later' ? { startAfter: new Date(Date.now() + LATER_MS) } : {};
  await inTransaction(services, NOBODY, (work) =>
    work.enqueue('region-import', { moveId }, { singletonKey: moveId, ...startAfter }),
  );
}

/** Resumes imports whose job was lost; for housekeeping. */
export async function resumeImports(services: Services): Promise<void> {
  if (!services.config.peer) return;
  const open = await services.db
    .selectFrom('region_import')
    .select('move_id')
    .where((is) =>
      is.or([
        is('step', '=', 'copying'),
        is.and([
          is('step', '=', 'arrived'),
          is.or([is('is_reported', '=', false), is('are_statements_here', '=', false)]),
        ]),
      ]),
    )
    .execute();
  await inTransaction(services, NOBODY, async (work) => {
    for (const { move_id: moveId } of open)
      await work.enqueue('region-import', { moveId }, { singletonKey: moveId });
  });
}
