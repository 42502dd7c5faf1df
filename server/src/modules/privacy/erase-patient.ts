import { ACCESS_CASES_MAX } from '@cusp/contract/privacy.routes';
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
import { casesFound } from './accesses.sql.ts';
import { practiceOf } from './practice.sql.ts';

/** The cases of a patient, for the owner of the practice to choose from. */
export async function casesOfPatient({ db }: Services, actor: Actor, search: string) {
  const people = await practiceOf(db, actor);
  const found = await casesFound(db, people, search);
  const rows = await db
    .selectFrom('dental_case')
    .select(['id', 'no', 'patient_first', 'patient_last', 'patient_birth as birthdate'])
    .select([sql<Date>`published_at`.as('published_at'), isHeld.as('is_held'), hasOneCopy.as('is_last_copy')])
    .where('id', '=', sql<number>`any(${found.slice(0, ACCESS_CASES_MAX)}::bigint[])`)
    .where(visibleToCircle(sql`${people}::bigint[]`))
    .orderBy('id', 'desc')
    .execute();
  return {
    cases: rows.map(({ patient_first, patient_last, published_at, ...row }) => ({
      ...row,
      patient: fullName(patient_first, patient_last),
      published_date: published_at.toISOString(),
    })),
    is_cut: found.length > ACCESS_CASES_MAX,
  };
}

/**
 * Deletes the practice's copies of cases, in every status and of every author; cases on hold and invisible ones are
 * kept. The other side keeps its copy and is shown that this one was deleted.
 */
export async function erasePatient(services: Services, actor: Actor, ids: readonly number[]) {
  return inTransaction(services, actor, async (work) => {
    await practiceOf(work.tx, actor);
    const deleted: number[] = [];
    const kept: { id: number; code: 'not_found' | 'case_on_hold' }[] = [];
    // One by one in id order, so that two deletions of the same cases queue instead of deadlocking.
    for (const id of [...new Set(ids)].sort((a, b) => a - b)) {
      if (!(await lockIfVisible(work.tx, actor.userId, id))) kept.push({ id, code: 'not_found' });
      else if (await isOnHold(work.tx, id)) kept.push({ id, code: 'case_on_hold' });
      else deleted.push(id);
    }
    if (deleted.length === 0) {
      const isSeen = kept.some(({ code }) => code === 'case_on_hold');
      throw new Refusal(isSeen ? 'case_on_hold' : 'not_found');
    }
    await removeForCircle(work, deleted);
    await work.audit({ action: 'patient_erased', detail: { cases: deleted.length } });
    return { deleted, kept };
  });
}
