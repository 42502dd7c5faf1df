import type { placeHold as endpoint } from '@cusp/contract/privacy';
import { sql } from 'kysely';
import type * as z from 'zod';
import type { Actor } from '../../platform/http/actor.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Services } from '../../platform/services.ts';
import { inTransaction } from '../../platform/work.ts';
import { lockCase } from '../case-access/case-in-hand.sql.ts';
import { casesVisibleTo } from '../case-access/visible-cases.sql.ts';
import { holdsElsewhere, liftElsewhere } from './hold-calls.ts';
import { holdsOf, holdsOnTheWay, liftHere } from './holds.sql.ts';
import { practiceOf } from './practice.sql.ts';

/** The open holds of one's practice in both regions, latest first; for guests only those on cases in this one. */
export async function listHolds(services: Services, actor: Actor) {
  const people = await practiceOf(services.db, actor);
  const here = await holdsOf(services.db, people);
  const onTheWay = await holdsOnTheWay(services.db, people);
  const there = actor.isGuest ? [] : await holdsElsewhere(services, actor);
  const holds = [...here.map((hold) => ({ ...hold, is_elsewhere: false })), ...(there ?? [])];
  return {
    holds: holds.toSorted((a, b) => b.placed_at.localeCompare(a.placed_at)),
    is_complete: there !== null && onTheWay.length === 0,
  };
}

/**
 * Places a hold on a case that the practice sees. The lock on the case prevents its deletion from becoming final at the
 * same time.
 */
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
      .where('no', '=', no)
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
    // The retention period restarts when the hold is lifted, even before housekeeping runs again.
    await tx.deleteFrom('case_retention').where('case_id', '=', caseId).execute();
    await work.audit({ action: 'legal_hold_placed', caseId, object: { type: 'legal_hold', id } });
    return { id };
  });
}

/**
 * Lifts a hold of the practice, in whichever region its case is; guests lift only those in this one. A case that is due
 * for purging afterwards is purged by a job.
 */
export async function liftHold(services: Services, actor: Actor, id: number) {
  const here = await inTransaction(services, actor, async (work) => {
    const people = await practiceOf(work.tx, actor);
    if ((await holdsOnTheWay(work.tx, people)).includes(id)) throw new Refusal('moving');
    return liftHere(work, people, id);
  });
  if (here !== 'unknown') return {};
  const there = actor.isGuest ? 'unknown' : await liftElsewhere(services, actor, id);
  if (there === 'unknown') throw new Refusal('not_found');
  await inTransaction(services, actor, async (work) => {
    // The copy that the move left here is lifted too, so that the lifting is logged once even if an earlier reply was
    // lost.
    const left = await work.tx
      .updateTable('legal_hold')
      .set({ lifted_by: actor.userId, lifted_at: sql`now()` })
      .where('id', '=', id)
      .where('lifted_at', 'is', null)
      .returning('id')
      .executeTakeFirst();
    if (left || there === 'lifted')
      await work.audit({ action: 'legal_hold_lifted', object: { type: 'legal_hold', id } });
  });
  return {};
}
