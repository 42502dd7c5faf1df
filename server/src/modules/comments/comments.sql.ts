import { sql } from 'kysely';
import { compiled } from '../../platform/db/compiled.ts';
import type { DbOrTx, Tx } from '../../platform/db/database.ts';
import { found, Refusal } from '../../platform/http/refusal.ts';
import { type CaseInHand, lockCase } from '../cases/case-in-hand.sql.ts';
import { casesVisibleTo } from '../cases/cases.policy.ts';

/** Comments of a case that is known to be visible, oldest first; `unread` for this person. */
const comments = compiled((db, { userId, caseId }: { userId: number; caseId: number }) =>
  db
    .selectFrom('case_comment as comment')
    .innerJoin('app_user as author', 'author.id', 'comment.author_id')
    .leftJoin('unread_comment as unread', (join) =>
      join.onRef('unread.comment_id', '=', 'comment.id').on('unread.user_id', '=', userId),
    )
    .select(['comment.id', 'comment.body', 'comment.author_id', 'comment.created_at', 'comment.updated_at'])
    .select(['author.first_name', 'author.last_name', 'author.institution'])
    .select(['author.picture_key', 'author.deleted_at as author_deleted_at'])
    .select(sql<boolean>`unread.user_id is not null`.as('unread'))
    .where('comment.case_id', '=', caseId)
    .where('comment.deleted_at', 'is', null)
    .orderBy('comment.id'),
);

export const commentsOf = (db: DbOrTx, userId: number, caseId: number) => comments(db, { userId, caseId });

export type CommentRow = Awaited<ReturnType<typeof commentsOf>>[number];

/** The person has seen these comments of the case; writes only when one of them was new to them. */
export async function markCommentsRead(
  db: DbOrTx,
  userId: number,
  caseId: number,
  comments: readonly CommentRow[],
): Promise<void> {
  const seen = comments.filter((comment) => comment.unread).map((comment) => comment.id);
  if (seen.length === 0) return;
  await db
    .deleteFrom('unread_comment')
    .where('user_id', '=', userId)
    .where('case_id', '=', caseId)
    .where('comment_id', 'in', seen)
    .execute();
}

/** An own comment to change: refuses what is not visible, and what somebody else wrote. */
export async function lockOwnComment(
  tx: Tx,
  userId: number,
  commentId: number,
): Promise<{ id: number; body: string; dentalCase: CaseInHand }> {
  const { case_id } = found(
    await tx
      .selectFrom('case_comment')
      .innerJoin('dental_case', 'dental_case.id', 'case_comment.case_id')
      .select('case_comment.case_id')
      .where('case_comment.id', '=', commentId)
      .where('case_comment.deleted_at', 'is', null)
      .where(casesVisibleTo(userId))
      .executeTakeFirst(),
  );
  // The case first, in the same order as everywhere else; then the comment as it is now.
  const dentalCase = await lockCase(tx, userId, case_id);
  const comment = found(
    await tx
      .selectFrom('case_comment')
      .select(['id', 'body', 'author_id'])
      .where('id', '=', commentId)
      .where('deleted_at', 'is', null)
      .executeTakeFirst(),
  );
  if (comment.author_id !== userId) throw new Refusal('comment_not_editable');
  return { id: comment.id, body: comment.body, dentalCase };
}
