import { fullName } from '@cusp/text/names';
import { sql } from 'kysely';
import type { DbOrTx } from '../../platform/db/database.ts';
import type { Doer } from '../../platform/http/actor.ts';
import type { Work } from '../../platform/work.ts';
import { isOnTheWay, isStoredHere } from '../case-access/holds.sql.ts';
import { visibleToCircle } from '../case-access/visible-cases.sql.ts';
import { nameOf } from '../people/person.present.ts';
import { personJson } from '../people/person.sql.ts';
import { queuePurge } from '../purge/purge-case.ts';

/**
 * The open holds of a practice on cases that are stored in this region, latest first; those on cases that it has
 * deleted name no patient. A page has those with ids below `before`.
 */
export async function holdsOf(
  db: DbOrTx,
  people: readonly number[],
  page?: { before: number | null; limit: number },
) {
  const isVisible = visibleToCircle(sql`${[...people]}::bigint[]`);
  const rows = await db
    .selectFrom('legal_hold')
    .innerJoin('dental_case', 'dental_case.id', 'legal_hold.case_id')
    .innerJoin('app_user as placer', 'placer.id', 'legal_hold.placed_by')
    .select(['legal_hold.id', 'legal_hold.reason', 'legal_hold.placed_at'])
    .select(['dental_case.id as case_id', 'dental_case.no', 'patient_first', 'patient_last'])
    .select([isVisible.as('is_visible'), personJson('placer').as('placer')])
    .where('placed_by', 'in', [0, ...people])
    .where('lifted_at', 'is', null)
    .where(isStoredHere)
    .$if(page?.before != null, (open) => open.where('legal_hold.id', '<', page?.before ?? 0))
    .orderBy('legal_hold.id', 'desc')
    .$if(page !== undefined, (open) => open.limit(page?.limit ?? 0))
    .execute();
  return rows.map((row) => ({
    id: row.id,
    case: {
      id: row.case_id,
      no: row.no,
      patient: row.is_visible ? fullName(row.patient_first, row.patient_last) : '',
    },
    reason: row.reason,
    placed_by: nameOf(row.placer),
    placed_at: row.placed_at.toISOString(),
  }));
}

/** The ids of a practice's open holds on cases that have left this region and are not in the other one yet. */
export async function holdsOnTheWay(db: DbOrTx, people: readonly number[]): Promise<number[]> {
  const rows = await db
    .selectFrom('legal_hold')
    .innerJoin('dental_case', 'dental_case.id', 'legal_hold.case_id')
    .select('legal_hold.id')
    .where('placed_by', 'in', [...people])
    .where('lifted_at', 'is', null)
    .where(isOnTheWay)
    .execute();
  return rows.map(({ id }) => id);
}

/** Result of lifting a hold; `unknown`: the practice has no such hold. */
export type Lifted = 'lifted' | 'lifted_before' | 'unknown';

/** Lifts a hold of a practice on a case that is stored in this region. */
export async function liftHere(work: Work<Doer>, people: readonly number[], id: number): Promise<Lifted> {
  const { tx, actor } = work;
  const hold = await tx
    .selectFrom('legal_hold')
    .innerJoin('dental_case', 'dental_case.id', 'case_id')
    .select(['case_id', 'lifted_at'])
    .where('legal_hold.id', '=', id)
    .where('placed_by', 'in', [...people])
    .where(isStoredHere)
    .forUpdate('legal_hold')
    .executeTakeFirst();
  if (!hold) return 'unknown';
  if (hold.lifted_at) return 'lifted_before';
  await tx
    .updateTable('legal_hold')
    .set({ lifted_by: actor.userId, lifted_at: sql`now()` })
    .where('id', '=', id)
    .execute();
  await queuePurge(work, hold.case_id);
  await work.audit({
    action: 'legal_hold_lifted',
    caseId: hold.case_id,
    object: { type: 'legal_hold', id },
  });
  return 'lifted';
}
