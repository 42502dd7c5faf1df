import type { Orientation } from '@cusp/contract/orientation';
import { sql } from 'kysely';
import { audit } from '../../platform/audit/audit.ts';
import { type Tx, transact } from '../../platform/db/database.ts';
import { record } from '../../platform/events/record.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { found, Refusal } from '../../platform/http/refusal.ts';
import type { Services } from '../../platform/services.ts';
import { audienceOf } from '../case-access/visible-cases.sql.ts';
import { mayClassify } from './files.policy.ts';
import { lockPlace } from './files.sql.ts';

/** Keeps where the patient's front is in the scans of a case, in place of what was marked before; null forgets it. */
export async function markFront(
  services: Services,
  actor: Actor,
  caseId: number,
  orientation: Orientation | null,
): Promise<{ orientation: Orientation | null }> {
  return transact(services.db, async (tx) => {
    const place = found(await lockPlace(tx, actor.userId, caseId));
    const code = mayClassify(place);
    if (code) throw new Refusal(code);
    const isChanged = orientation ? await keep(tx, actor, caseId, orientation) : await forget(tx, caseId);
    if (!isChanged) return { orientation };
    await audit(tx, actor, {
      action: 'front_marked',
      caseId,
      detail: orientation ? { head: orientation.head, front: orientation.front } : { isRemoved: true },
    });
    if (place.isDraft) return { orientation };
    await record(tx, services.hub, actor, {
      name: 'front_marked',
      caseId,
      audience: await audienceOf(tx, { id: caseId }),
    });
    return { orientation };
  });
}

/** Whether it was not kept already. */
async function keep(tx: Tx, actor: Actor, caseId: number, orientation: Orientation): Promise<boolean> {
  const marked = { orientation: JSON.stringify(orientation), marked_by: actor.userId };
  const kept = await tx
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
