import type { Orientation } from '@cusp/contract/orientation';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { found, Refusal } from '../../platform/http/refusal.ts';
import type { Services } from '../../platform/services.ts';
import { inTransaction, type Work } from '../../platform/work.ts';
import { recordFileChange } from './change-file.ts';
import { mayClassify } from './files.policy.ts';
import { lockPlace } from './files.sql.ts';

/** Stores the direction of the patient's front in the scans of a case, replacing an earlier one; null removes it. */
export async function markFront(
  services: Services,
  actor: Actor,
  caseId: number,
  orientation: Orientation | null,
): Promise<{ orientation: Orientation | null }> {
  return inTransaction(services, actor, async (work) => {
    const place = found(await lockPlace(work.tx, actor.userId, caseId));
    const code = mayClassify(place);
    if (code) throw new Refusal(code);
    const isChanged = orientation ? await keep(work, caseId, orientation) : await forget(work.tx, caseId);
    if (!isChanged) return { orientation };
    await recordFileChange(work, place, {
      name: 'front_marked',
      detail: orientation ? { head: orientation.head, front: orientation.front } : { isRemoved: true },
    });
    return { orientation };
  });
}

/** Whether it changed. */
async function keep(work: Work, caseId: number, orientation: Orientation): Promise<boolean> {
  const marked = { orientation: JSON.stringify(orientation), marked_by: work.actor.userId };
  const kept = await work.tx
    .insertInto('case_orientation')
    .values({ case_id: caseId, ...marked })
    .onConflict((conflict) =>
      conflict
        .column('case_id')
        .doUpdateSet({ ...marked, marked_at: sql`now()` })
        .whereRef('case_orientation.orientation', '!=', 'excluded.orientation'),
    )
    .returning('case_id')
    .executeTakeFirst();
  return kept !== undefined;
}

async function forget(tx: Tx, caseId: number): Promise<boolean> {
  const gone = await tx
    .deleteFrom('case_orientation')
    .where('case_id', '=', caseId)
    .returning('case_id')
    .executeTakeFirst();
  return gone !== undefined;
}
