import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { found, Refusal } from '../../platform/http/refusal.ts';
import type { Services } from '../../platform/services.ts';
import { inTransaction } from '../../platform/work.ts';
import { deletedCasesAround } from '../case-access/case-access.policy.ts';
import { audiencesOf } from '../case-access/visible-cases.sql.ts';
import { tellOfCases } from './tell-of-cases.ts';

/** Brings the cases of an own deletion back as they were. A second click finds them back already. */
export async function undoRemoval(services: Services, actor: Actor, deletionId: number) {
  return inTransaction(services, actor, async (work) => {
    const deletion = found(await lockDeletion(work.tx, deletionId));
    if (deletion.user_id !== actor.userId) {
      const isParty = await isAround(work.tx, actor.userId, deletion.case_ids);
      throw new Refusal(isParty ? 'deletion_not_yours' : 'not_found');
    }
    if (deletion.outcome === 'undone') return {};
    if (deletion.outcome === 'final' || deletion.is_over) throw new Refusal('deletion_over');
    const cases = await work.tx
      .updateTable('dental_case')
      .set({ deleted_at: null })
      .where('id', 'in', deletion.case_ids)
      .returning('id')
      .execute();
    await work.tx
      .updateTable('case_deletion')
      .set({ outcome: 'undone' })
      .where('id', '=', deletion.id)
      .execute();
    const audiences = await audiencesOf(
      work.tx,
      cases.map(({ id }) => id),
    );
    await tellOfCases(work, 'posts_restored', audiences);
    for (const { id } of cases) await work.audit({ action: 'case_restored', caseId: id });
    return {};
  });
}

/** The row decides between undoing and the end of the time: whoever holds it first has it. */
export const lockDeletion = (tx: Tx, deletionId: number) =>
  tx
    .selectFrom('case_deletion')
    .select(['id', 'user_id', 'case_ids', 'outcome'])
    .select(sql<boolean>`ends_at <= clock_timestamp()`.as('is_over'))
    .where('id', '=', deletionId)
    .forUpdate()
    .executeTakeFirst();

async function isAround(tx: Tx, userId: number, caseIds: readonly number[]): Promise<boolean> {
  const known = await tx
    .selectFrom('dental_case')
    .select('id')
    .where('id', 'in', [...caseIds])
    .where(deletedCasesAround(userId))
    .limit(1)
    .executeTakeFirst();
  return known !== undefined;
}
