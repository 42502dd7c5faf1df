import { UNDO_MS } from '@cusp/contract/case-changes.routes';
import { sql } from 'kysely';
import { bigints } from '../../platform/db/bigints.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Services } from '../../platform/services.ts';
import { inTransaction, type Work } from '../../platform/work.ts';
import { mayDelete } from '../case-access/case-access.policy.ts';
import { type CaseInHand, lockIfVisible } from '../case-access/case-in-hand.sql.ts';
import { removeCopies } from '../case-access/copies.sql.ts';
import { audiencesOf } from '../case-access/visible-cases.sql.ts';
import { notifyCases, withoutPeopleOf } from './notify-cases.ts';

/**
 * Deletes a side's copies of cases. Of several it deletes those that may be deleted and returns the others. That side
 * no longer sees them; the other side keeps its copies and gets an event. Everything that belongs to the cases is
 * kept until the time to undo is over.
 */
export async function removeCases(services: Services, actor: Actor, caseIds: readonly number[]) {
  return inTransaction(services, actor, async (work) => {
    const { cases, kept } = await takeDeletable(work, caseIds);
    const ids = cases.map(({ id }) => id);
    if (ids.length === 0) {
      const isSeen = kept.some(({ code }) => code === 'case_not_deletable');
      throw new Refusal(isSeen ? 'case_not_deletable' : 'not_found');
    }
    return { deletion: await removeForCircle(work, ids), deleted: ids, kept };
  });
}

/**
 * Removes the copies that the actor's circle has of locked cases; returns the id of the deletion. One at the end of the
 * retention has no actor. That one, and those of a closed account, cannot be undone.
 */
export async function removeForCircle(
  work: Work,
  ids: readonly number[],
  cause: 'person' | 'retention' | 'closing' = 'person',
): Promise<number> {
  const { tx, actor } = work;
  const isAutomatic = cause !== 'person';
  const doer = cause === 'retention' ? work.as({ userId: null }) : work;
  const before = await audiencesOf(tx, ids);
  const copies = await removeCopies(tx, actor.userId, ids);
  const after = await audiencesOf(tx, ids);
  // The database clock decides, here and when it is undone.
  const deletion = await tx
    .insertInto('case_deletion')
    .values({
      user_id: actor.userId,
      case_ids: [...ids],
      author_copies: copies.author,
      recipient_copies: copies.recipient,
      // The cases are locked, so later comments on them have higher ids. Comments on other cases cannot be compared:
      // those moved here from another region can have any id.
      last_comment: sql<number>`(
        select coalesce(max(id), 0) from case_comment where case_id = any(${bigints(ids)})
      )`,
      is_automatic: isAutomatic,
      ends_at: sql`clock_timestamp() + make_interval(secs => ${UNDO_MS / 1000})`,
    })
    .returning(['id', 'ends_at'])
    .executeTakeFirstOrThrow();
  await work.enqueue('finish-deletion', { deletionId: deletion.id }, { startAfter: deletion.ends_at });
  await notifyCases(doer, 'posts_deleted', withoutPeopleOf(before, after));
  await notifyCases(doer, 'copy_deleted', after);
  for (const id of ids)
    await doer.audit({ action: cause === 'retention' ? 'case_expired' : 'case_deleted', caseId: id });
  return deletion.id;
}

async function takeDeletable(work: Work, caseIds: readonly number[]) {
  const cases: CaseInHand[] = [];
  const kept: { id: number; code: 'not_found' | 'case_not_deletable' }[] = [];
  // One by one in id order, so that two deletions of the same cases queue instead of deadlocking.
  for (const id of [...new Set(caseIds)].sort((a, b) => a - b)) {
    const dentalCase = await lockIfVisible(work.tx, work.actor.userId, id);
    if (dentalCase && mayDelete(dentalCase)) cases.push(dentalCase);
    else kept.push({ id, code: dentalCase ? 'case_not_deletable' : 'not_found' });
  }
  return { cases, kept };
}
