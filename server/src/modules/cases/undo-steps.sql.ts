import { UNDO_MS } from '@cusp/contract/case-changes.routes';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import type { Replaced } from '../../platform/db/tables/cases.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Services } from '../../platform/services.ts';
import type { Work } from '../../platform/work.ts';
import { visibleCase } from '../case-access/case-in-hand.sql.ts';
import { nameOf, type PersonRow } from '../people/person.present.ts';

interface Place {
  caseId: number;
  commentId?: number;
}

/** Stores the previous value of a change, and returns the id to undo it. The case must be locked. */
export async function keepUndoStep(
  { tx, actor }: Work,
  { caseId, commentId = undefined }: Place,
  replaced: Replaced,
): Promise<number> {
  const { id } = await tx
    .insertInto('undo_step')
    .values({
      user_id: actor.userId,
      case_id: caseId,
      comment_id: commentId ?? null,
      replaced: JSON.stringify(replaced),
      ends_at: sql`clock_timestamp() + make_interval(secs => ${UNDO_MS / 1000})`,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

const stepOf = (tx: Tx, id: number) =>
  tx
    .selectFrom('undo_step')
    .select(['id', 'user_id', 'case_id', 'comment_id', 'replaced', 'is_undone'])
    .select(sql<boolean>`ends_at <= clock_timestamp()`.as('is_over'))
    .where('id', '=', id)
    .executeTakeFirst();

type UndoStep = NonNullable<Awaited<ReturnType<typeof stepOf>>>;

/** One's own step; 404 to people who do not see its case, 403 to the others who do. */
export async function ownStep({ tx, actor }: Work, id: number): Promise<UndoStep> {
  const step = await stepOf(tx, id);
  if (!step) throw new Refusal('not_found');
  if (step.user_id === actor.userId) return step;
  await visibleCase(tx, actor.userId, step.case_id);
  throw new Refusal('undo_not_yours');
}

/** The refusal because of a newer change, which names who made it unless it is one's own. */
export const changedSince = ({ actor }: Work, by: PersonRow | undefined): Refusal =>
  by?.id === actor.userId
    ? new Refusal('undo_own_newer')
    : new Refusal('undo_changed', { changed_by: nameOf(by) });

/**
 * Marks a step as undone; false if it already is. Refuses if its time is over or there is a newer change of the same
 * kind. The lock on its case serialises concurrent calls.
 */
export async function markUndone(work: Work, { id }: UndoStep): Promise<boolean> {
  const { tx, actor } = work;
  const step = await stepOf(tx, id);
  if (!step || step.is_over) throw new Refusal('undo_over');
  if (step.is_undone) return false;
  const newer = await tx
    .selectFrom('undo_step')
    .innerJoin('app_user', 'app_user.id', 'undo_step.user_id')
    .select(['app_user.id', 'first_name', 'last_name', 'institution', 'picture_key', 'deleted_at'])
    .where('undo_step.id', '>', id)
    .where('case_id', '=', step.case_id)
    .where('comment_id', 'is not distinct from', step.comment_id)
    .where(sql<boolean>`replaced->>'kind' = ${step.replaced.kind}`)
    .where('is_undone', '=', false)
    // A newer change of one's own can be undone first, but not one by others.
    .orderBy(sql`app_user.id = ${actor.userId}`)
    .orderBy('undo_step.id', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (newer) throw changedSince(work, newer);
  await tx.updateTable('undo_step').set({ is_undone: true }).where('id', '=', id).execute();
  return true;
}

/** Removes steps that can no longer be undone, a minute later, so that a repeated request still gets its answer. */
export async function tidyUndoSteps({ db }: Services): Promise<void> {
  await db
    .deleteFrom('undo_step')
    .where('ends_at', '<', new Date(Date.now() - 60_000))
    .execute();
}
