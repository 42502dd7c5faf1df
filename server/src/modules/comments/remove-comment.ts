import { sql } from 'kysely';
import type { Actor } from '../../platform/http/actor.ts';
import type { Services } from '../../platform/services.ts';
import { inTransaction } from '../../platform/work.ts';
import { requireOpenToGuest } from '../case-access/case-access.policy.ts';
import { recordCaseChange } from '../case-access/record-case-change.ts';
import { keepUndoStep } from '../cases/undo-steps.sql.ts';
import { planBlanking } from '../purge/blank-comment.ts';
import { lockOwnComment } from './comments.sql.ts';

/** Deletes one's own comment for everybody; its text is removed once that can no longer be undone. */
export async function removeComment(services: Services, actor: Actor, commentId: number) {
  return inTransaction(services, actor, async (work) => {
    const { id, dentalCase } = await lockOwnComment(work.tx, actor.userId, commentId);
    requireOpenToGuest(actor, dentalCase);
    await work.tx.updateTable('case_comment').set({ deleted_at: sql`now()` }).where('id', '=', id).execute();
    const unread = await work.tx
      .deleteFrom('unread_comment')
      .where('comment_id', '=', id)
      .returning(['user_id', 'mailed_at'])
      .execute();
    await work.tx
      .updateTable('dental_case')
      .set((eb) => ({ comment_count: eb('comment_count', '-', 1) }))
      .where('id', '=', dentalCase.id)
      .execute();
    await recordCaseChange(work, dentalCase.id, {
      event: { name: 'comment_deleted', ids: { comment: id } },
      audit: { action: 'comment_deleted', object: { type: 'comment', id } },
    });
    const undo = await keepUndoStep(
      work,
      { caseId: dentalCase.id, commentId: id },
      {
        kind: 'comment',
        unread: unread.map(({ user_id, mailed_at }) => ({
          user_id,
          mailed_at: mailed_at?.toISOString() ?? null,
        })),
      },
    );
    await planBlanking(work, id);
    return { undo };
  });
}
