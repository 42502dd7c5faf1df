import { type RawBuilder, sql } from 'kysely';
import { bigints } from '../../platform/db/bigints.ts';
import type { Tx } from '../../platform/db/database.ts';
import { internalActor, NOBODY } from '../../platform/http/actor.ts';
import { eachApart } from '../../platform/jobs/each-apart.ts';
import type { Services } from '../../platform/services.ts';
import { inTransaction } from '../../platform/work.ts';
import { isGone } from '../case-access/copies.sql.ts';
import { visibleToCircle } from '../case-access/visible-cases.sql.ts';
import { lockDeletion } from '../cases/undo-removal.ts';
import { forgetUploadsOf } from '../files/uploads.sql.ts';
import { queuePurge } from '../purge/purge-case.ts';

/**
 * Makes a deletion final. If the other side keeps its copy, only the deleting side's unread marks, download grants
 * and unfinished uploads are removed. If no copy is left, a job of this transaction purges the case. Does nothing if
 * the deletion was undone.
 */
export async function finishDeletion(services: Services, deletionId: number): Promise<void> {
  await inTransaction(services, NOBODY, async (work) => {
    const { tx } = work;
    const deletion = await lockWithOthers(tx, deletionId);
    if (!deletion || deletion.outcome !== null) return;
    for (const { id, is_gone } of await settledCases(tx, deletion)) {
      await forgetUploadsOf(work, id, hasNoCopy(id, sql.ref('upload.user_id')));
      if (is_gone) await queuePurge(work, id);
      for (const table of ['unread_comment', 'download_grant'] as const)
        await tx
          .deleteFrom(table)
          .where('case_id', '=', id)
          .where(hasNoCopy(id, sql.ref(`${table}.user_id`)))
          .execute();
    }
    await tx.updateTable('case_deletion').set({ outcome: 'final' }).where('id', '=', deletion.id).execute();
    const deleter = deletion.is_automatic ? work : work.as(internalActor(deletion.user_id));
    for (const id of deletion.case_ids) await deleter.audit({ action: 'case_deletion_final', caseId: id });
  });
}

/**
 * Locks a deletion and the other side's deletions that can still be undone, in id order, so that of two deletions
 * ending at once the second sees that the first is final.
 */
async function lockWithOthers(tx: Tx, deletionId: number) {
  await sql`
    select id from case_deletion
    where outcome is null and case_ids && (select case_ids from case_deletion where id = ${deletionId})
    order by id for update
  `.execute(tx);
  return lockDeletion(tx, deletionId);
}

/** The cases of a deletion whose copies can no longer be restored, and whether any copy is left. */
async function settledCases(tx: Tx, { id, case_ids }: { id: number; case_ids: readonly number[] }) {
  const { rows } = await sql<{ id: number; is_gone: boolean }>`
    select dental_case.id, ${isGone} as is_gone from dental_case
    where dental_case.id = any(${bigints(case_ids)}) and not exists (
      select from case_deletion as other
      where other.outcome is null and other.id <> ${id} and other.case_ids @> array[dental_case.id]
    ) order by dental_case.id
  `.execute(tx);
  return rows;
}

/** Whether the person of a row cannot see the case. */
const hasNoCopy = (caseId: number, userId: RawBuilder<unknown>) => sql<boolean>`not exists (
  select from dental_case where dental_case.id = ${caseId} and ${visibleToCircle(sql`circle_of(${userId})`)}
)`;

/** Housekeeping: finishes deletions whose job failed, and removes records of those that ended more than a day ago. */
export async function tidyDeletions(services: Services): Promise<void> {
  const { db } = services;
  const overdue = await db
    .selectFrom('case_deletion')
    .select('id')
    .where('outcome', 'is', null)
    .where('ends_at', '<', sql<Date>`now() - interval '10 minutes'`)
    .orderBy('id')
    .execute();
  await eachApart(services, {
    items: overdue,
    run: ({ id }) => finishDeletion(services, id),
    problem: 'could not finish a deletion yet',
    about: ({ id }) => ({ deletionId: id }),
  });
  await db
    .deleteFrom('case_deletion')
    .where('outcome', 'is not', null)
    .where('ends_at', '<', new Date(Date.now() - 24 * 3600 * 1000))
    .execute();
}
