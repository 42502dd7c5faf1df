import type { Mention } from '@cusp/contract/case-comment';
import type { NewPin, PinPlace } from '@cusp/contract/pin';
import { isMeshName } from '@cusp/mesh/classify-scan';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Services } from '../../platform/services.ts';
import { inTransaction } from '../../platform/work.ts';
import { requireOpenToGuest } from '../case-access/case-access.policy.ts';
import { lockCase } from '../case-access/case-in-hand.sql.ts';
import { peopleOfReply } from '../case-access/people-of-reply.ts';
import { recordCaseChange } from '../case-access/record-case-change.ts';
import { queueCommentMails } from '../case-mails/comment-mail.ts';
import { checkFile, markUnread, mentionsToStore, replaceMentions, replyToStore } from './comment-parts.ts';

interface NewComment {
  caseId: number;
  comment: string;
  mentions?: readonly Mention[] | undefined;
  file_id?: number | null | undefined;
  pin?: NewPin | null | undefined;
  reply_to?: number | null | undefined;
  key?: string | undefined;
}

/**
 * Adds a comment to a case in any status, a guest until it is closed; unread for everybody else who sees it now. A
 * repeated key adds no second one.
 */
export async function addComment(services: Services, actor: Actor, input: NewComment) {
  if (input.comment === '') throw new Refusal('comment_empty', 'comment');
  return inTransaction(services, actor, async (work) => {
    const dentalCase = await lockCase(work.tx, actor.userId, input.caseId);
    const known = await commentOfKey(work.tx, actor.userId, input);
    if (known) return known;
    requireOpenToGuest(actor, dentalCase);
    const mentions = input.mentions ?? [];
    const kept = await mentionsToStore(work.tx, dentalCase, { text: input.comment, mentions });
    await checkFile(work.tx, dentalCase.id, input.file_id);
    const pin = await pinToStore(work.tx, dentalCase.id, input.pin);
    const answered = await replyToStore(work.tx, dentalCase.id, input.reply_to);
    const { id } = await work.tx
      .insertInto('case_comment')
      .values({
        case_id: dentalCase.id,
        author_id: actor.userId,
        body: kept.body,
        client_key: input.key ?? null,
        file_id: input.file_id ?? null,
        ...pin,
        ...answered,
        created_at: sql`now()`,
        updated_at: sql`now()`,
        deleted_at: null,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await replaceMentions(work.tx, id, kept.mentions);
    await work.tx
      .updateTable('dental_case')
      .set((eb) => ({ comment_count: eb('comment_count', '+', 1), updated_at: sql`now()` }))
      .where('id', '=', dentalCase.id)
      .execute();
    const audience = await recordCaseChange(work, dentalCase.id, {
      event: { name: 'comment_added', activity: 'COMMENT_ADD', ids: { comment: id } },
      audit: { action: 'comment_added', object: { type: 'comment', id } },
    });
    const others = audience.filter((userId) => userId !== actor.userId);
    await markUnread(work.tx, { id, caseId: dentalCase.id }, others);
    const named = new Set(kept.mentions.map(({ userId }) => userId));
    const plan = (kind: 'mention' | 'added', receivers: number[]) =>
      queueCommentMails(work, { caseId: dentalCase.id, receivers, kind });
    await plan(
      'mention',
      others.filter((userId) => named.has(userId)),
    );
    const thread = await peopleOfReply(work.tx, id, others);
    await plan(
      'added',
      others.filter((userId) => !named.has(userId) && (thread?.has(userId) ?? true)),
    );
    return { id };
  });
}

/** The comment that an earlier attempt with this key added; not added again even if it was deleted since. */
async function commentOfKey(tx: Tx, userId: number, { key, caseId }: NewComment) {
  if (key === undefined) return undefined;
  const known = await tx
    .selectFrom('case_comment')
    .select(['id', 'case_id'])
    .where('author_id', '=', userId)
    .where('client_key', '=', key)
    .executeTakeFirst();
  if (known && known.case_id !== caseId) throw new Refusal('conflict', 'key');
  return known && { id: known.id };
}

interface KeptPin {
  pin: PinPlace;
  pin_file_id: number;
  pin_no: number;
}

/**
 * The stored form of a pin, with the next number of its case, whose row is locked. Throws if the pin is not on a scan
 * of the case. Earlier versions are allowed because a person may be viewing one.
 */
async function pinToStore(
  tx: Tx,
  caseId: number,
  pin: NewPin | null | undefined,
): Promise<KeptPin | undefined> {
  if (!pin) return undefined;
  const { file_id, ...place } = pin;
  const file = await tx
    .selectFrom('case_file')
    .select('filename')
    .where('id', '=', file_id)
    .where('case_id', '=', caseId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (!file) throw new Refusal('comment_file_unknown', 'pin');
  if (!isMeshName(file.filename)) throw new Refusal('pin_not_on_scan', 'pin');
  const { last } = await tx
    .selectFrom('case_comment')
    .select((eb) => eb.fn.max('pin_no').as('last'))
    .where('case_id', '=', caseId)
    .executeTakeFirstOrThrow();
  return { pin: place, pin_file_id: file_id, pin_no: (last ?? 0) + 1 };
}
