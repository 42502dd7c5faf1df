import type { Mention } from '@cusp/contract/case-comment';
import { sql } from 'kysely';
import type { Actor } from '../../platform/http/actor.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Services } from '../../platform/services.ts';
import { inTransaction } from '../../platform/work.ts';
import { requireOpenToGuest } from '../case-access/case-access.policy.ts';
import { peopleOfReply } from '../case-access/people-of-reply.ts';
import { recordCaseChange } from '../case-access/record-case-change.ts';
import { queueCommentMails } from '../case-mails/comment-mail.ts';
import { checkFile, markUnread, mentionsToStore, replaceMentions } from './comment-parts.ts';
import { mentionsOfRow } from './comments.present.ts';
import { lockOwnComment } from './comments.sql.ts';
import { findMentions } from './mentions.ts';

interface Edit {
  commentId: number;
  comment: string;
  mentions?: readonly Mention[] | undefined;
  file_id?: number | null | undefined;
  version?: number | undefined;
  /** Null removes the pin; a pin cannot be moved. */
  pin?: null | undefined;
}

/** Edits an own comment; 409 if another window was faster. Marks it as unread for newly mentioned people. */
export async function editComment(services: Services, actor: Actor, input: Edit) {
  if (input.comment === '') throw new Refusal('comment_empty', 'comment');
  return inTransaction(services, actor, async (work) => {
    const own = await lockOwnComment(work.tx, actor.userId, input.commentId);
    const { id, dentalCase } = own;
    requireOpenToGuest(actor, dentalCase);
    if (input.version !== undefined && input.version !== own.version) throw new Refusal('comment_changed');
    const { kept: before, nameOf } = mentionsOfRow(own.mentions);
    const mentions = input.mentions ?? findMentions(input.comment, before, nameOf);
    const kept = await mentionsToStore(work.tx, dentalCase, { text: input.comment, mentions, before });
    const fileId = input.file_id === undefined ? own.file_id : input.file_id;
    const unpins = input.pin === null && own.pin_file_id !== null;
    const isSame =
      !unpins &&
      own.body === kept.body &&
      own.file_id === fileId &&
      JSON.stringify(before) === JSON.stringify(kept.mentions);
    if (isSame) return {};
    if (fileId !== own.file_id) await checkFile(work.tx, dentalCase.id, fileId);
    const { updated_at } = await work.tx
      .updateTable('case_comment')
      // Read after the lock, so that it is later than everything that happened on the case before.
      .set({ body: kept.body, file_id: fileId, version: own.version + 1, updated_at: sql`clock_timestamp()` })
      .$if(unpins, (update) => update.set({ pin: null, pin_file_id: null }))
      .where('id', '=', id)
      .returning('updated_at')
      .executeTakeFirstOrThrow();
    await replaceMentions(work.tx, id, kept.mentions);
    await work.tx
      .updateTable('dental_case')
      .set({ updated_at: sql`now()` })
      .where('id', '=', dentalCase.id)
      .execute();
    const audience = await recordCaseChange(work, dentalCase.id, {
      event: { name: 'comment_modified', activity: 'COMMENT_EDIT', ids: { comment: id } },
      audit: { action: 'comment_changed', object: { type: 'comment', id } },
    });
    const others = audience.filter((userId) => userId !== actor.userId);
    const namedBefore = new Set(before.map(({ userId }) => userId));
    const namedNow = new Set(kept.mentions.map(({ userId }) => userId));
    const isNewlyMentioned = (userId: number) => namedNow.has(userId) && !namedBefore.has(userId);
    const newlyMentioned = others.filter(isNewlyMentioned);
    await markUnread(work.tx, { id, caseId: dentalCase.id }, newlyMentioned);
    const about = { caseId: dentalCase.id, at: updated_at };
    await queueCommentMails(work, { ...about, receivers: newlyMentioned, kind: 'mention' });
    const thread = await peopleOfReply(work.tx, id, others);
    const receivers = others.filter((userId) => !isNewlyMentioned(userId) && (thread?.has(userId) ?? true));
    await queueCommentMails(work, { ...about, receivers, kind: 'edited' });
    return {};
  });
}
