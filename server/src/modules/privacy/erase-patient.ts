import { MAX_ACCESS_CASES } from '@cusp/contract/privacy.routes';
import { fullName } from '@cusp/text/names';
import { sql } from 'kysely';
import type { Actor } from '../../platform/http/actor.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Services } from '../../platform/services.ts';
import { inTransaction } from '../../platform/work.ts';
import { lockIfVisible } from '../case-access/case-in-hand.sql.ts';
import { hasOneCopy } from '../case-access/copies.sql.ts';
import { isHeld, isOnHold } from '../case-access/holds.sql.ts';
import { visibleToCircle } from '../case-access/visible-cases.sql.ts';
import { removeForCircle } from '../cases/remove-cases.ts';
import { casesFound, isFoundBy } from './accesses.sql.ts';
import {
  type DraftOfPatient,
  draftsOfPatient,
  eraseDrafts,
  isDraftNaming,
  lockDraft,
} from './drafts-of-patient.ts';
import { practiceOf } from './practice.sql.ts';

/** The cases of a patient, and drafts of everybody in the practice, for its owner to choose from. */
export async function casesOfPatient({ db }: Services, actor: Actor, search: string) {
  const people = await practiceOf(db, actor);
  const drafts = await draftsOfPatient(db, people, search);
  const found = await casesFound(db, people, search);
  const room = Math.max(0, MAX_ACCESS_CASES - drafts.length);
  const rows = await db
    .selectFrom('dental_case')
    .select(['id', 'no', 'patient_first', 'patient_last', 'patient_birth as birthdate'])
    .select([sql<Date>`published_at`.as('published_at'), isHeld.as('is_held'), hasOneCopy.as('is_last_copy')])
    .where('id', '=', sql<number>`any(${found.slice(0, room)}::bigint[])`)
    .where(visibleToCircle(sql`${people}::bigint[]`))
    .orderBy('id', 'desc')
    .execute();
  return {
    cases: rows.map(({ patient_first, patient_last, published_at, ...row }) => ({
      ...row,
      patient: fullName(patient_first, patient_last),
      published_date: published_at.toISOString(),
    })),
    drafts: drafts.slice(0, MAX_ACCESS_CASES),
    is_cut: drafts.length > MAX_ACCESS_CASES || found.length > room,
  };
}

/**
 * Deletes the practice's copies of cases, in every status and of every author, and discards drafts. What is on hold,
 * invisible, or no longer found by the search is kept, such as a draft that was sent for another patient meanwhile. The
 * other side keeps its copy and is shown that this one was deleted.
 */
export async function erasePatient(
  services: Services,
  actor: Actor,
  { ids, search }: { ids: readonly number[]; search: string },
) {
  return inTransaction(services, actor, async (work) => {
    const people = await practiceOf(work.tx, actor);
    const isDraft = await isDraftNaming(work.tx, people, search);
    const deleted: number[] = [];
    const drafts: DraftOfPatient[] = [];
    const kept: { id: number; code: 'not_found' | 'case_on_hold' }[] = [];
    // One by one in id order, so that two deletions of the same cases queue instead of deadlocking.
    for (const id of [...new Set(ids)].sort((a, b) => a - b)) {
      // First, so that a draft that is being sent is found as a case afterwards.
      const draft = await lockDraft(work.tx, id, isDraft);
      const isFound =
        draft || ((await lockIfVisible(work.tx, actor.userId, id)) && (await isFoundBy(work.tx, id, search)));
      if (!isFound) kept.push({ id, code: 'not_found' });
      else if (await isOnHold(work.tx, id)) kept.push({ id, code: 'case_on_hold' });
      else if (draft) drafts.push(draft);
      else deleted.push(id);
    }
    if (deleted.length + drafts.length === 0) {
      const isSeen = kept.some(({ code }) => code === 'case_on_hold');
      throw new Refusal(isSeen ? 'case_on_hold' : 'not_found');
    }
    if (deleted.length > 0) await removeForCircle(work, deleted);
    if (drafts.length > 0) await eraseDrafts(work, drafts);
    await work.audit({
      action: 'patient_erased',
      detail: { cases: deleted.length, drafts: drafts.length },
    });
    return { deleted: [...deleted, ...drafts.map(({ id }) => id)], kept };
  });
}
