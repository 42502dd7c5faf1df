import { sql } from 'kysely';
import type { Actor } from '../../platform/http/actor.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Work } from '../../platform/work.ts';
import { requireOpenToGuest } from '../case-access/case-access.policy.ts';
import type { CaseInHand } from '../case-access/case-in-hand.sql.ts';
import { peopleOfReply } from '../case-access/people-of-reply.ts';
import { recordCaseChange } from '../case-access/record-case-change.ts';
import { queueCommentMails } from '../case-mails/comment-mail.ts';

/**
 * Restores a comment that its author has just deleted. It is unread again for those who had not seen it and still see
 * the case; they are mailed about it unless they were before.
 */
export async function restoreComment(
  work: Work,
  actor: Actor,
  dentalCase: CaseInHand,
  commentId: number,
  unread: readonly { user_id: number; mailed_at: string | null }[],
): Promise<void> {
  requireOpenToGuest(actor, dentalCase);
  const restored = await work.tx
    .updateTable('case_comment')
    .set({ deleted_at: null })
    .where('id', '=', commentId)
    .where('deleted_at', 'is not', null)
    .returning('id')
    .executeTakeFirst();
  if (!restored) throw new Refusal('undo_changed', { changed_by: '' });
  await work.tx
    .updateTable('dental_case')
    .set((eb) => ({ comment_count: eb('comment_count', '+', 1) }))
    .where('id', '=', dentalCase.id)
    .execute();
  const audience = await recordCaseChange(work, dentalCase.id, {
    event: { name: 'comment_added', ids: { comment: commentId } },
    audit: { action: 'comment_restored', object: { type: 'comment', id: commentId } },
  });
  const missed = unread.filter(({ user_id }) => audience.includes(user_id));
  if (missed.length === 0) return;
  await work.tx
    .insertInto('unread_comment')
    .values(
      missed.map(({ user_id, mailed_at }) => ({
        user_id,
        case_id: dentalCase.id,
        comment_id: commentId,
        mailed_at: mailed_at === null ? null : new Date(mailed_at),
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const unmailed = missed.flatMap(({ user_id, mailed_at }) => (mailed_at === null ? [user_id] : []));
  const { rows } = await sql<{ user_id: number }>`
    select distinct user_id from comment_mention where comment_id = ${commentId}
  `.execute(work.tx);
  const named = new Set(rows.map(({ user_id }) => user_id));
  const thread = await peopleOfReply(work.tx, commentId, audience);
  const receiversOf = {
    mention: unmailed.filter((userId) => named.has(userId)),
    added: unmailed.filter((userId) => !named.has(userId) && (thread?.has(userId) ?? true)),
  };
  for (const kind of ['mention', 'added'] as const) {
    const receivers = receiversOf[kind];
    await queueCommentMails(work, { caseId: dentalCase.id, receivers, kind });
  }
}
