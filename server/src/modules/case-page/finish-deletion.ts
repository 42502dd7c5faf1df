import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { internalActor, NOBODY } from '../../platform/http/actor.ts';
import type { Services } from '../../platform/services.ts';
import { inTransaction } from '../../platform/work.ts';
import { isGone } from '../case-access/copies.sql.ts';
import { circleSql, visibleToCircle } from '../case-access/visible-cases.sql.ts';
import { lockDeletion } from '../cases/undo-removal.ts';
import { forgetFilesOf } from '../files/remove-file.ts';
import { forgetUploadsOf } from '../files/uploads.sql.ts';

/**
 * Makes a deletion final. Where the other side keeps its copy, only what was of the people who lost theirs goes: unread
 * marks, download grants and uploads on their way. Where nobody has a copy any more, the bytes of all files go too, by
 * jobs of this transaction. Case, comments and audit log stay for the retention that the law asks. Nothing happens to a
 * deletion that was undone.
 */
export async function finishDeletion(services: Services, deletionId: number): Promise<void> {
  await inTransaction(services, NOBODY, async (work) => {
    const { tx } = work;
    const deletion = await lockWithOthers(tx, deletionId);
    if (!deletion || deletion.outcome !== null) return;
    for (const { id, is_gone } of await settledCases(tx, deletion)) {
      await forgetUploadsOf(work, id, hasNoCopy(id, sql.ref('upload.user_id')));
      if (is_gone) await forgetFilesOf(work, id);
      for (const table of ['unread_comment', 'download_grant'] as const)
        await tx
          .deleteFrom(table)
          .where('case_id', '=', id)
          .where(hasNoCopy(id, sql.ref(`${table}.user_id`)))
          .execute();
    }
    await tx.updateTable('case_deletion').set({ outcome: 'final' }).where('id', '=', deletion.id).execute();
    const deleter = work.as(internalActor(deletion.user_id));
    for (const id of deletion.case_ids) await deleter.audit({ action: 'case_deletion_final', caseId: id });
  });
}

/**
 * Locks a deletion and those of the other side that can still be undone, in order of their ids: of two that end at once,
 * the second sees that the first is final.
 */
async function lockWithOthers(tx: Tx, deletionId: number) {
  await sql`
    select id from case_deletion
    where outcome is null and case_ids && (select case_ids from case_deletion where id = ${deletionId})
    order by id for update
  `.execute(tx);
  return lockDeletion(tx, deletionId);
}

/** The cases of a deletion of which no copy can come back, and whether nobody has one any more. */
async function settledCases(tx: Tx, { id, case_ids }: { id: number; case_ids: readonly number[] }) {
  const { rows } = await sql<{ id: number; is_gone: boolean }>`
    select dental_case.id, ${isGone} as is_gone from dental_case
    where dental_case.id = any(${circleSql(case_ids)}) and not exists (
      select from case_deletion as other
      where other.outcome is null and other.id <> ${id} and other.case_ids @> array[dental_case.id]
    ) order by dental_case.id
  `.execute(tx);
  return rows;
}

/** Whether the person of a row does not see a case. */
const hasNoCopy = (caseId: number, userId: RawBuilder<unknown>) => sql<boolean>`not exists (
  select from dental_case where dental_case.id = ${caseId} and ${visibleToCircle(sql`circle_of(${userId})`)}
)`;

/** Deletions that ended a day ago have nothing to say any more. */
export async function tidyDeletions({ db }: Services): Promise<void> {
  await db
    .deleteFrom('case_deletion')
    .where('outcome', 'is not', null)
    .where('ends_at', '<', new Date(Date.now() - 24 * 3600 * 1000))
    .execute();
}
