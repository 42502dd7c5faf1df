import { sql } from 'kysely';
import { audit } from '../../platform/audit/audit.ts';
import { transact } from '../../platform/db/database.ts';
import { record } from '../../platform/events/record.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Services } from '../../platform/services.ts';
import { audienceOf, lockCase } from '../cases/case-in-hand.sql.ts';
import { queueCommentMails } from './comment-mail.ts';

/** Comments on a case in any status; unread for everybody else who sees it now. */
export async function addComment(
  services: Services,
  actor: Actor,
  input: { caseId: number; comment: string },
) {
  if (input.comment === '') throw new Refusal('comment_empty', 'comment');
  return transact(services.db, async (tx) => {
    const dentalCase = await lockCase(tx, actor.userId, input.caseId);
    const { id } = await tx
      .insertInto('case_comment')
      .values({
        case_id: dentalCase.id,
        author_id: actor.userId,
        body: input.comment,
        created_at: sql`now()`,
        updated_at: sql`now()`,
        deleted_at: null,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await tx
      .updateTable('dental_case')
      .set((eb) => ({ comment_count: eb('comment_count', '+', 1), updated_at: sql`now()` }))
      .where('id', '=', dentalCase.id)
      .execute();
    const audience = await audienceOf(tx, dentalCase);
    const others = audience.filter((userId) => userId !== actor.userId);
    if (others.length > 0) {
      await tx
        .insertInto('unread_comment')
        .values(others.map((userId) => ({ user_id: userId, case_id: dentalCase.id, comment_id: id })))
        .execute();
    }
    await record(tx, services.hub, actor, {
      name: 'comment_added',
      activity: 'COMMENT_ADD',
      caseId: dentalCase.id,
      audience,
      ids: { comment: id },
    });
    await audit(tx, actor, {
      action: 'comment_added',
      caseId: dentalCase.id,
      object: { type: 'comment', id },
    });
    await queueCommentMails(tx, services, { caseId: dentalCase.id, receivers: others, kind: 'added' });
    return { id };
  });
}
