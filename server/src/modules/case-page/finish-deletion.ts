import { internalActor, NOBODY } from '../../platform/http/actor.ts';
import type { Services } from '../../platform/services.ts';
import { inTransaction } from '../../platform/work.ts';
import { lockDeletion } from '../cases/undo-removal.ts';
import { forgetFilesOf } from '../files/remove-file.ts';
import { forgetUploadsOf } from '../files/uploads.sql.ts';

/**
 * Makes a deletion final: the bytes of the files and of what was on its way go by jobs of this transaction, and
 * with it unread marks and download grants. The search forgot the cases at once. Case, comments and audit log stay for the retention that the law asks. Nothing
 * happens to a deletion that was undone.
 */
export async function finishDeletion(services: Services, deletionId: number): Promise<void> {
  await inTransaction(services, NOBODY, async (work) => {
    const deletion = await lockDeletion(work.tx, deletionId);
    if (!deletion || deletion.outcome !== null) return;
    const ids = deletion.case_ids;
    for (const id of ids) {
      await forgetUploadsOf(work, id);
      await forgetFilesOf(work, id);
    }
    await work.tx.deleteFrom('unread_comment').where('case_id', 'in', ids).execute();
    await work.tx.deleteFrom('download_grant').where('case_id', 'in', ids).execute();
    await work.tx
      .updateTable('case_deletion')
      .set({ outcome: 'final' })
      .where('id', '=', deletion.id)
      .execute();
    const deleter = work.as(internalActor(deletion.user_id));
    for (const id of ids) await deleter.audit({ action: 'case_deletion_final', caseId: id });
  });
}

/** Deletions that ended a day ago have nothing to say any more. */
export async function tidyDeletions({ db }: Services): Promise<void> {
  await db
    .deleteFrom('case_deletion')
    .where('outcome', 'is not', null)
    .where('ends_at', '<', new Date(Date.now() - 24 * 3600 * 1000))
    .execute();
}
