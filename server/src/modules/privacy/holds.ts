import type { placeHold as endpoint } from '@cusp/contract/privacy';
import { fullName } from '@cusp/text/names';
import { sql } from 'kysely';
import type * as z from 'zod';
import type { Actor } from '../../platform/http/actor.ts';
import { found, Refusal } from '../../platform/http/refusal.ts';
import type { Services } from '../../platform/services.ts';
import { inTransaction } from '../../platform/work.ts';
import { lockCase } from '../case-access/case-in-hand.sql.ts';
import { casesVisibleTo, visibleToCircle } from '../case-access/visible-cases.sql.ts';
import { nameOf } from '../people/person.present.ts';
import { personJson } from '../people/person.sql.ts';
import { queuePurge } from '../purge/purge-case.ts';
import { practiceOf } from './practice.sql.ts';

/** The open holds of one's practice; those on cases that it has deleted name no patient. */
export async function listHolds({ db }: Services, actor: Actor) {
  const people = await practiceOf(db, actor);
  const isVisible = visibleToCircle(sql`${people}::bigint[]`);
  const rows = await db
    .selectFrom('legal_hold')
    .innerJoin('dental_case', 'dental_case.id', 'legal_hold.case_id')
    .innerJoin('app_user as placer', 'placer.id', 'legal_hold.placed_by')
    .select(['legal_hold.id', 'legal_hold.reason', 'legal_hold.placed_at'])
    .select(['dental_case.id as case_id', 'dental_case.no', 'patient_first', 'patient_last'])
    .select([isVisible.as('is_visible'), personJson('placer').as('placer')])
    .where('placed_by', 'in', people)
    .where('lifted_at', 'is', null)
    .orderBy('legal_hold.id', 'desc')
    .execute();
  return {
    holds: rows.map((row) => ({
      id: row.id,
      case: {
        id: row.case_id,
        no: row.no,
        patient: row.is_visible ? fullName(row.patient_first, row.patient_last) : '',
      },
      reason: row.reason,
      placed_by: nameOf(row.placer),
      placed_at: row.placed_at.toISOString(),
    })),
  };
}

/** Places a hold on a case that the practice sees. The lock on the case keeps its deletion from becoming final meanwhile. */
export async function placeHold(
  services: Services,
  actor: Actor,
  { no, reason }: z.output<typeof endpoint.body>,
) {
  return inTransaction(services, actor, async (work) => {
    const { tx } = work;
    const people = await practiceOf(tx, actor);
    const named = await tx
      .selectFrom('dental_case')
      .select('id')
      .where('no', '=', no.toUpperCase())
      .where(casesVisibleTo(actor.userId))
      .executeTakeFirst();
    if (!named) throw new Refusal('not_found', 'no');
    const { id: caseId } = await lockCase(tx, actor.userId, named.id);
    const open = await tx
      .selectFrom('legal_hold')
      .select('id')
      .where('case_id', '=', caseId)
      .where('placed_by', 'in', people)
      .where('lifted_at', 'is', null)
      .executeTakeFirst();
    if (open) throw new Refusal('hold_open', 'no');
    const { id } = await tx
      .insertInto('legal_hold')
      .values({ case_id: caseId, placed_by: actor.userId, reason, lifted_by: null, lifted_at: null })
      .returning('id')
      .executeTakeFirstOrThrow();
    // The time before a removal starts again once the hold is lifted, also if that is before housekeeping looks again.
    await tx.deleteFrom('case_retention').where('case_id', '=', caseId).execute();
    await work.audit({ action: 'legal_hold_placed', caseId, object: { type: 'legal_hold', id } });
    return { id };
  });
}

/** Lifts a hold of the practice. A case whose turn to be purged comes with it is purged by a job. */
export async function liftHold(services: Services, actor: Actor, id: number) {
  return inTransaction(services, actor, async (work) => {
    const people = await practiceOf(work.tx, actor);
    const hold = found(
      await work.tx
        .selectFrom('legal_hold')
        .select(['case_id', 'lifted_at'])
        .where('id', '=', id)
        .where('placed_by', 'in', people)
        .forUpdate()
        .executeTakeFirst(),
    );
    if (hold.lifted_at) return {};
    await work.tx
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
    return {};
  });
}
