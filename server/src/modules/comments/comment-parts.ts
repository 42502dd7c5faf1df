import type { Mention } from '@cusp/contract/case-comment';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { CaseInHand } from '../case-access/case-in-hand.sql.ts';
import { peopleOn } from '../case-access/case-people.ts';
import { cutMentions, type KeptMention } from './mentions.ts';

/**
 * The stored form of a text with mentions. Only people who see the case, or were already mentioned, can be mentioned.
 */
export async function mentionsToStore(
  tx: Tx,
  dentalCase: CaseInHand,
  input: { text: string; mentions: readonly Mention[]; before?: readonly KeptMention[] },
): Promise<{ body: string; mentions: KeptMention[] }> {
  const kept = cutMentions(input.text, input.mentions);
  if (!kept) throw new Refusal('mention_invalid', 'mentions');
  const before = new Set(input.before?.map(({ userId }) => userId));
  const added = kept.mentions.filter(({ userId }) => !before.has(userId));
  if (added.length > 0) {
    const people = new Set((await peopleOn(tx, dentalCase)).map(({ id }) => id));
    if (!added.every(({ userId }) => people.has(userId)))
      throw new Refusal('mention_not_on_case', 'mentions');
  }
  return kept;
}

/** Replaces the mentions of the comment. */
export async function replaceMentions(
  tx: Tx,
  commentId: number,
  mentions: readonly KeptMention[],
): Promise<void> {
  await tx.deleteFrom('comment_mention').where('comment_id', '=', commentId).execute();
  if (mentions.length === 0) return;
  await tx
    .insertInto('comment_mention')
    .values(
      mentions.map(({ userId, at }, ordinal) => ({ comment_id: commentId, user_id: userId, at, ordinal })),
    )
    .execute();
}

/** Throws if a file does not belong to the case now. */
export async function checkFile(tx: Tx, caseId: number, fileId: number | null | undefined): Promise<void> {
  if (fileId === null || fileId === undefined) return;
  const file = await tx
    .selectFrom('case_file')
    .select('id')
    .where('id', '=', fileId)
    .where('case_id', '=', caseId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (!file) throw new Refusal('comment_file_unknown', 'file_id');
}

/** Marks the comment as new and unmailed for these people, even if they had read it. */
export async function markUnread(
  tx: Tx,
  comment: { id: number; caseId: number },
  userIds: readonly number[],
): Promise<void> {
  if (userIds.length === 0) return;
  await tx
    .insertInto('unread_comment')
    .values(userIds.map((userId) => ({ user_id: userId, case_id: comment.caseId, comment_id: comment.id })))
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'case_id', 'comment_id']).doUpdateSet({ mailed_at: sql`null` }),
    )
    .execute();
}

/** The thread of a reply in its case. Throws if the comment that it answers does not exist any more. */
export async function replyToStore(
  tx: Tx,
  caseId: number,
  replyTo: number | null | undefined,
): Promise<{ reply_to_id: number; thread_id: number } | undefined> {
  if (replyTo === null || replyTo === undefined) return undefined;
  const answered = await tx
    .selectFrom('case_comment')
    .select(['id', 'thread_id'])
    .where('id', '=', replyTo)
    .where('case_id', '=', caseId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (!answered) throw new Refusal('comment_reply_gone', 'reply_to');
  return { reply_to_id: answered.id, thread_id: answered.thread_id ?? answered.id };
}
