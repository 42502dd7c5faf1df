import { sql } from 'kysely';
import { audit } from '../../platform/audit/audit.ts';
import { transact } from '../../platform/db/database.ts';
import { record } from '../../platform/events/record.ts';
import type { Actor } from '../../platform/http/actor.ts';
import type { Services } from '../../platform/services.ts';
import { audienceOf } from '../case-access/visible-cases.sql.ts';
import { lockOwnComment } from './comments.sql.ts';

/** Deletes an own comment for everybody. */
export async function removeComment(services: Services, actor: Actor, commentId: number) {
  return transact(services.db, async (tx) => {
    const { id, dentalCase } = await lockOwnComment(tx, actor.userId, commentId);
    await tx.updateTable('case_comment').set({ deleted_at: sql`now()` }).where('id', '=', id).execute();
    await tx.deleteFrom('unread_comment').where('comment_id', '=', id).execute();
    await tx
      .updateTable('dental_case')
      .set((eb) => ({ comment_count: eb('comment_count', '-', 1) }))
      .where('id', '=', dentalCase.id)
      .execute();
    await record(tx, services.hub, actor, {
      name: 'comment_deleted',
      caseId: dentalCase.id,
      audience: await audienceOf(tx, dentalCase),
      ids: { comment: id },
    });
    await audit(tx, actor, {
      action: 'comment_deleted',
      caseId: dentalCase.id,
      object: { type: 'comment', id },
    });
    return {};
  });
}
