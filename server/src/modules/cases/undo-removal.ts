import { sql } from 'kysely';
import { bigints } from '../../platform/db/bigints.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { found, Refusal } from '../../platform/http/refusal.ts';
import type { Services } from '../../platform/services.ts';
import { inTransaction } from '../../platform/work.ts';
import { isAroundAny, restoreCopies } from '../case-access/copies.sql.ts';
import { audiencesOf } from '../case-access/visible-cases.sql.ts';
import { notifyCases, withoutPeopleOf } from './notify-cases.ts';

/** Restores the copies removed by one's own deletion. A second click finds them restored. */
export async function undoRemoval(services: Services, actor: Actor, deletionId: number) {
  return inTransaction(services, actor, async (work) => {
    const { tx } = work;
    const deletion = found(await lockDeletion(tx, deletionId));
    const { case_ids: ids } = deletion;
    if (deletion.user_id !== actor.userId) {
      const isParty = await isAroundAny(tx, actor.userId, ids);
      throw new Refusal(isParty ? 'deletion_not_yours' : 'not_found');
    }
    if (deletion.outcome === 'undone') return {};
    if (deletion.outcome === 'final' || deletion.is_automatic || deletion.is_over)
      throw new Refusal('deletion_over');
    const before = await audiencesOf(tx, ids);
    await restoreCopies(tx, { author: deletion.author_copies, recipient: deletion.recipient_copies });
    await tx.updateTable('case_deletion').set({ outcome: 'undone' }).where('id', '=', deletion.id).execute();
    const audiences = await audiencesOf(tx, ids);
    for (const [caseId, back] of withoutPeopleOf(audiences, before))
      await markMissed(tx, { caseId, back, after: deletion.last_comment });
    await notifyCases(work, 'posts_restored', audiences);
    for (const id of ids) await work.audit({ action: 'case_restored', caseId: id });
    return {};
  });
}

/** Marks comments that the other side wrote during the deletion as unread for the people who see the case again. */
const markMissed = (
  tx: Tx,
  { caseId, back, after }: { caseId: number; back: readonly number[]; after: number },
) =>
  sql`
    insert into unread_comment (user_id, case_id, comment_id)
    select person.id, comment.case_id, comment.id
    from case_comment as comment cross join unnest(${bigints(back)}) as person (id)
    where comment.case_id = ${caseId} and comment.id > ${after} and comment.deleted_at is null
      and comment.author_id <> person.id
    on conflict do nothing
  `.execute(tx);

/** The row lock decides between undoing and the end of the time to undo. */
export const lockDeletion = (tx: Tx, deletionId: number) =>
  tx
    .selectFrom('case_deletion')
    .select(['id', 'user_id', 'case_ids', 'author_copies', 'recipient_copies', 'last_comment', 'outcome'])
    .select('is_automatic')
    .select(sql<boolean>`ends_at <= clock_timestamp()`.as('is_over'))
    .where('id', '=', deletionId)
    .forUpdate()
    .executeTakeFirst();
