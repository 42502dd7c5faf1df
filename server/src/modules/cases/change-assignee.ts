import { sql } from 'kysely';
import type { DbOrTx } from '../../platform/db/database.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Services } from '../../platform/services.ts';
import { inTransaction, type Work } from '../../platform/work.ts';
import { refusalToAssign } from '../case-access/case-access.policy.ts';
import { type CaseInHand, lockCase, visibleCase } from '../case-access/case-in-hand.sql.ts';
import { circleOf, hasShareGroup } from '../case-access/circle.sql.ts';
import { recordCaseEdit } from '../case-mails/edited-mail.ts';
import { nameOf } from '../people/person.present.ts';
import { holdGroup } from '../share-groups/share-groups.sql.ts';
import { keepUndoStep } from './undo-steps.sql.ts';
import { lastToChange } from './who-changed.sql.ts';

/** The assignee and, for the recipient's side, the people who could be assigned. */
export async function readAssignee(services: Services, actor: Actor, caseId: number) {
  return assigneeReply(services.db, await visibleCase(services.db, actor.userId, caseId));
}

/**
 * Assigns the case to a person of the recipient's circle, or unassigns it with null. Of two concurrent calls one wins.
 */
export async function changeAssignee(
  services: Services,
  actor: Actor,
  input: { caseId: number; assigneeId: number | null; was?: number | null | undefined },
) {
  return inTransaction(services, actor, async (work) => {
    // Serialises with leaving the group, so that a leaver also releases this case.
    await holdGroup(work.tx, actor.userId);
    const dentalCase = await lockCase(work.tx, actor.userId, input.caseId);
    await requireAssignable(work, dentalCase);
    if (input.assigneeId === dentalCase.assignee_id)
      return { ...(await assigneeReply(work.tx, dentalCase)), undo: null };
    if (input.was !== undefined && input.was !== dentalCase.assignee_id) {
      const changed_by = await lastToChange(work.tx, dentalCase.id, 'ASSIGNEE_CHANGE');
      throw new Refusal('assignee_changed', { changed_by });
    }
    await assignTo(work, dentalCase, input.assigneeId);
    const undo = await keepUndoStep(
      work,
      { caseId: dentalCase.id },
      { kind: 'assignee', before: dentalCase.assignee_id, after: input.assigneeId },
    );
    const reply = await assigneeReply(work.tx, { ...dentalCase, assignee_id: input.assigneeId });
    return { ...reply, undo };
  });
}

/** Refuses unless the actor may change the assignee of this locked case now. */
export async function requireAssignable(work: Work, dentalCase: CaseInHand): Promise<void> {
  const refusal = refusalToAssign({
    ...dentalCase,
    ...(await conditions(work.tx, work.actor.userId, dentalCase)),
  });
  if (refusal) throw new Refusal(refusal);
}

/** Assigns a locked case to a person of the recipient's circle; null unassigns it. */
export async function assignTo(
  work: Work,
  dentalCase: CaseInHand,
  assigneeId: number | null,
  ids: { undone?: number } = {},
): Promise<void> {
  const people = await peopleToAssign(work.tx, dentalCase.recipient_id);
  if (assigneeId !== null && !people.some((person) => person.id === assigneeId))
    throw new Refusal('assignee_not_in_group', 'assignee_id');
  await work.tx
    .updateTable('dental_case')
    .set({ assignee_id: assigneeId, updated_at: sql`now()` })
    .where('id', '=', dentalCase.id)
    .execute();
  await recordCaseEdit(work, dentalCase.id, {
    event: {
      name: 'post_assignee_changed',
      activity: 'ASSIGNEE_CHANGE',
      // A missing new assignee is omitted; a missing previous one is sent as 0.
      ids: {
        ...ids,
        was: dentalCase.assignee_id ?? 0,
        ...(assigneeId === null ? {} : { assignee: assigneeId }),
      },
    },
    audit: {
      action: 'case_changed',
      detail: { assignee: assigneeId, before: dentalCase.assignee_id },
    },
  });
}

async function conditions(db: DbOrTx, userId: number, dentalCase: CaseInHand) {
  const row = await db
    .selectNoFrom((eb) => [
      eb
        .exists(
          eb
            .selectFrom('app_user')
            .select('id')
            .where('id', 'in', [dentalCase.author_id, dentalCase.recipient_id])
            .where('deleted_at', 'is not', null),
        )
        .as('deleted'),
      hasShareGroup(userId).as('group'),
    ])
    .executeTakeFirstOrThrow();
  return { hasDeletedParty: Boolean(row.deleted), hasShareGroup: row.group };
}

/** The recipient and the people of their share group. */
const peopleToAssign = (db: DbOrTx, recipientId: number) =>
  db
    .selectFrom('app_user')
    .select(['id', 'first_name', 'last_name', 'institution', 'picture_key', 'deleted_at'])
    .where('id', '=', sql<number>`any(${circleOf(recipientId)})`)
    .where('deleted_at', 'is', null)
    .orderBy('last_name')
    .orderBy('first_name')
    .orderBy('id')
    .execute();

async function assigneeReply(db: DbOrTx, dentalCase: CaseInHand) {
  const people = dentalCase.side === 'OT' ? await peopleToAssign(db, dentalCase.recipient_id) : [];
  return {
    assignee: { id: dentalCase.assignee_id },
    sg_users: people.map((person) => ({ name: nameOf(person), user_id: person.id })),
  };
}
