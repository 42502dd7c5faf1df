import { sql } from 'kysely';
import { audit } from '../../platform/audit/audit.ts';
import { transact } from '../../platform/db/database.ts';
import { record } from '../../platform/events/record.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Services } from '../../platform/services.ts';
import { audienceOf } from '../cases/case-in-hand.sql.ts';
import { queueCommentMails } from './comment-mail.ts';
import { lockOwnComment } from './comments.sql.ts';

/** Changes an own comment. */
export async function editComment(
  services: Services,
  actor: Actor,
  input: { commentId: number; comment: string },
) {
  if (input.comment === '') throw new Refusal('comment_empty', 'comment');
  return transact(services.db, async (tx) => {
    const { id, body, dentalCase } = await lockOwnComment(tx, actor.userId, input.commentId);
    if (body === input.comment) return {};
    await tx
      .updateTable('case_comment')
      .set({ body: input.comment, updated_at: sql`now()` })
      .where('id', '=', id)
      .execute();
    await tx
      .updateTable('dental_case')
      .set({ updated_at: sql`now()` })
      .where('id', '=', dentalCase.id)
      .execute();
    const audience = await audienceOf(tx, dentalCase);
    await record(tx, services.hub, actor, {
      name: 'comment_modified',
      activity: 'COMMENT_EDIT',
      caseId: dentalCase.id,
      audience,
      ids: { comment: id },
    });
    await audit(tx, actor, {
      action: 'comment_changed',
      caseId: dentalCase.id,
      object: { type: 'comment', id },
    });
    const receivers = audience.filter((userId) => userId !== actor.userId);
    await queueCommentMails(tx, services, { caseId: dentalCase.id, receivers, kind: 'edited' });
    return {};
  });
}
