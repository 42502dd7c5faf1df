import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import type { Actor } from '../../platform/http/actor.ts';
import type { Services } from '../../platform/services.ts';
import { inTransaction } from '../../platform/work.ts';
import { visibleCase } from '../case-access/case-in-hand.sql.ts';
import { markRead } from '../inbox/mark-read.ts';

/**
 * Marks comments the person has had in view as read. Other ids are ignored, so the answer reveals nothing about them.
 * Only the person's other tabs get an event.
 */
export async function seeComments(
  services: Services,
  actor: Actor,
  input: { caseId: number; commentIds: readonly number[] },
) {
  return inTransaction(services, actor, async (work) => {
    const { id } = await visibleCase(work.tx, actor.userId, input.caseId);
    const seen = await work.tx
      .deleteFrom('unread_comment')
      .where('user_id', '=', actor.userId)
      .where('case_id', '=', id)
      .where('comment_id', '=', sql<number>`any(${[...input.commentIds]}::bigint[])`)
      .returning('comment_id')
      .execute();
    if (seen.length > 0)
      await work.record({
        name: 'comments_seen',
        caseId: id,
        audience: [actor.userId],
        ids: { comments: seen.map(({ comment_id }) => comment_id) },
      });
    const left = await unreadOn(work.tx, actor.userId, id);
    if (!left.unread_mention) await markRead(work, id, ['mention']);
    if (left.unread_comments === 0) await markRead(work, id, ['comment']);
    return left;
  });
}

async function unreadOn(tx: Tx, userId: number, caseId: number) {
  return tx
    .selectFrom('unread_comment as unread')
    .leftJoin('comment_mention as mention', (join) =>
      join
        .onRef('mention.comment_id', '=', 'unread.comment_id')
        .onRef('mention.user_id', '=', 'unread.user_id'),
    )
    .select(sql<number>`count(distinct unread.comment_id)`.as('unread_comments'))
    .select(sql<boolean>`count(mention.comment_id) > 0`.as('unread_mention'))
    .where('unread.user_id', '=', userId)
    .where('unread.case_id', '=', caseId)
    .executeTakeFirstOrThrow();
}
