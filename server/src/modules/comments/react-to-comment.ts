import type { ReactionKind } from '@cusp/contract/comments.routes';
import type { Actor } from '../../platform/http/actor.ts';
import type { Services } from '../../platform/services.ts';
import { inTransaction } from '../../platform/work.ts';
import { requireOpenToGuest } from '../case-access/case-access.policy.ts';
import { requireNoHold } from '../case-access/holds.sql.ts';
import { recordCaseChange } from '../case-access/record-case-change.ts';
import { lockComment } from './comments.sql.ts';

interface Reaction {
  commentId: number;
  kind: ReactionKind;
  on: boolean;
}

/** Adds or removes an own reaction to a comment; it makes nothing unread and sends no mail. */
export async function reactToComment(services: Services, actor: Actor, { commentId, kind, on }: Reaction) {
  return inTransaction(services, actor, async (work) => {
    const { id, dentalCase } = await lockComment(work.tx, actor.userId, commentId);
    requireOpenToGuest(actor, dentalCase);
    // A reaction may be evidence, like the comment itself.
    if (!on) await requireNoHold(work.tx, dentalCase.id);
    const reaction = { comment_id: id, user_id: actor.userId, kind };
    const changed = on
      ? await work.tx
          .insertInto('comment_reaction')
          .values(reaction)
          .onConflict((conflict) => conflict.doNothing())
          .returning('comment_id')
          .executeTakeFirst()
      : await work.tx
          .deleteFrom('comment_reaction')
          .where('comment_id', '=', id)
          .where('user_id', '=', actor.userId)
          .where('kind', '=', kind)
          .returning('comment_id')
          .executeTakeFirst();
    if (changed)
      await recordCaseChange(work, dentalCase.id, {
        event: { name: 'comment_reacted', ids: { comment: id } },
        audit: { action: 'comment_reacted', object: { type: 'comment', id }, detail: { kind, on } },
      });
    return {};
  });
}
