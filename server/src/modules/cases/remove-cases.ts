import { UNDO_MS } from '@cusp/contract/case-changes';
import { sql } from 'kysely';
import { audit } from '../../platform/audit/audit.ts';
import { transact } from '../../platform/db/database.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Services } from '../../platform/services.ts';
import { lockCase } from './case-in-hand.sql.ts';
import { mayDelete } from './cases.policy.ts';
import { tellOfCases } from './tell-of-cases.ts';

/**
 * Deletes cases for both sides, all or none. Nobody sees them from now on; what belongs to them stays as it is
 * until the time to undo it is over.
 */
export async function removeCases(services: Services, actor: Actor, caseIds: readonly number[]) {
  return transact(services.db, async (tx) => {
    const ids = [...new Set(caseIds)].sort((a, b) => a - b);
    const cases = [];
    // One by one in id order: two deletions of the same cases queue up instead of blocking each other.
    for (const id of ids) cases.push(await lockCase(tx, actor.userId, id));
    if (!cases.every(mayDelete)) throw new Refusal('case_not_deletable');
    await tx.updateTable('dental_case').set({ deleted_at: sql`now()` }).where('id', 'in', ids).execute();
    // The clock of the database decides, here and when it is undone.
    const deletion = await tx
      .insertInto('case_deletion')
      .values({
        user_id: actor.userId,
        case_ids: ids,
        ends_at: sql`clock_timestamp() + make_interval(secs => ${UNDO_MS / 1000})`,
      })
      .returning(['id', 'ends_at'])
      .executeTakeFirstOrThrow();
    await services.jobs.enqueue(
      tx,
      'finish-deletion',
      { deletionId: deletion.id },
      { startAfter: deletion.ends_at },
    );
    await tellOfCases(tx, services, actor, 'posts_deleted', cases);
    for (const id of ids) await audit(tx, actor, { action: 'case_deleted', caseId: id });
    return { deletion: deletion.id };
  });
}
