import { UNDO_MS } from '@cusp/contract/case-changes.routes';
import { type RawBuilder, sql } from 'kysely';
import { NOBODY } from '../../platform/http/actor.ts';
import type { Services } from '../../platform/services.ts';
import { inTransaction, type Work } from '../../platform/work.ts';

/** Later than the end of undo, which begins slightly after the moment of deletion. */
const BLANK_AFTER_MS = 2 * UNDO_MS;

/** Whether a comment was deleted and that can no longer be undone. */
export const isFinallyDeleted: RawBuilder<boolean> = sql<boolean>`(
  case_comment.deleted_at < clock_timestamp() - make_interval(secs => ${BLANK_AFTER_MS / 1000})
)`;

/** Schedules the removal of the text of a comment that was just deleted. */
export const planBlanking = (work: Work, commentId: number): Promise<void> =>
  work.enqueue('blank-comment', { commentId }, { startAfter: new Date(Date.now() + BLANK_AFTER_MS + 1000) });

/** Removes the text of a comment if it is still deleted. The number of its pin stays reserved. */
export const blankComment = (services: Services, commentId: number): Promise<void> =>
  inTransaction(services, NOBODY, async ({ tx }) => {
    const blanked = await tx
      .updateTable('case_comment')
      .set({ body: '', pin: null, pin_file_id: null, file_id: null })
      .where('id', '=', commentId)
      .where(isFinallyDeleted)
      .returning('id')
      .execute();
    if (blanked.length === 0) return;
    for (const table of ['comment_mention', 'comment_reaction'] as const)
      await tx.deleteFrom(table).where('comment_id', '=', commentId).execute();
  });
