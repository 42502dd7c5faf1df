import type { Actor } from '../../platform/http/actor.ts';
import type { Services } from '../../platform/services.ts';
import { visibleCase } from '../case-access/case-in-hand.sql.ts';
import { presentComments } from './comments.present.ts';
import { commentsOf } from './comments.sql.ts';

/** The comments of a case. Does not mark anything as read. */
export async function listComments(services: Services, actor: Actor, caseId: number) {
  const { id } = await visibleCase(services.db, actor.userId, caseId);
  const comments = await commentsOf(services.db, actor.userId, id);
  return { id, comments: presentComments(comments, actor.userId) };
}
