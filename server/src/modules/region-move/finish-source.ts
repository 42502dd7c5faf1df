import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import type { Doer } from '../../platform/http/actor.ts';
import { internalActor, NOBODY } from '../../platform/http/actor.ts';
import { eachApart } from '../../platform/jobs/each-apart.ts';
import { askPeer } from '../../platform/region/peer-call.ts';
import type { Services } from '../../platform/services.ts';
import { inTransaction, type Work } from '../../platform/work.ts';
import { BEGIN } from './calls.ts';
import { peopleOf } from './moved-rows.ts';
import { notifyPeople } from './notify-people.ts';
import { movedAddresses, releaseAddresses } from './reserve-addresses.ts';
import { applyToMove, lockMove, type MoveRow } from './source-step.sql.ts';

/** A freeze is lifted after this time of silence of the other region, so that people can continue. */
const SILENCE_MS = 30_000;
/** A move whose freeze lasts longer is cancelled, because people cannot work during it. */
const LONGEST_FREEZE_MS = 30 * 60_000;

/**
 * Applies an end of a move caused by the other region or a person. `known`: whether the move exists; `isOver`: whether
 * the people stay here, which they do not after the commit.
 */
export async function finishSource(
  services: Services,
  moveId: string,
  event: { type: 'arrived' } | { type: 'fail' },
  failure: string | null = null,
): Promise<{ known: boolean; isOver: boolean }> {
  return inTransaction(services, NOBODY, async (work) => {
    const move = await lockMove(work.tx, moveId);
    return move ? finishLocked(work, move, event, failure) : { known: false, isOver: true };
  });
}

async function finishLocked(
  work: Work<Doer>,
  move: MoveRow,
  event: { type: 'arrived' } | { type: 'fail' },
  failure: string | null,
): Promise<{ known: boolean; isOver: boolean }> {
  const { tx } = work;
  const note = (failure: string | null) =>
    tx.updateTable('region_move').set({ failure }).where('id', '=', move.id).execute();
  const taken = await applyToMove(tx, move, event);
  if (taken.refused) {
    // Staff see why the people are in neither region; the other region retries on its own.
    if (event.type === 'fail' && move.step === 'committed') await note(failure);
    return { known: true, isOver: taken.refused === 'over' };
  }
  const ended = { known: true, isOver: event.type === 'fail' };
  if (taken.move.step === move.step) return ended;
  if (event.type === 'fail') {
    await note(failure);
    await work
      .as(internalActor(move.asked_by))
      .audit({ action: 'region_move_failed', detail: { move: move.id, failure } });
  }
  if (event.type === 'arrived') {
    await note(null);
    await releaseAddresses(tx, work.services, await movedAddresses(tx, move.id));
  }
  await notifyPeople(work, 'region_move_changed', move.circle);
  // From now on partners find their shared cases in the other region.
  if (event.type === 'arrived') await notifyPeople(work, 'region_moved', await recipientsOf(tx, move.circle));
  return ended;
}

/** People of this region who received cases from the people that move. */
async function recipientsOf(tx: Tx, circle: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct recipient_id as id from dental_case
    where author_id = ${peopleOf(circle)} and recipient_id is not null and not recipient_id = ${peopleOf(circle)}
  `.execute(tx);
  return rows.map(({ id }) => id);
}

/** Lifts a freeze that the other region has forgotten. */
export const thawMove = {
  later: (work: Work<Doer>, moveId: string, freezeNo: number): Promise<void> =>
    work.enqueue('region-move', { moveId, freezeNo }, { startAfter: new Date(Date.now() + SILENCE_MS) }),
};

/**
 * Work that the source region starts on its own: asks the other one to begin or continue, lifts a freeze after silence,
 * and cancels a move whose freeze lasts too long. The other region requests everything else.
 */
export async function driveMove(
  services: Services,
  { moveId, freezeNo }: { moveId: string; freezeNo?: number },
): Promise<void> {
  if (freezeNo !== undefined) await watchFreeze(services, moveId, freezeNo);
  const move = await services.db
    .selectFrom('region_move')
    .selectAll()
    .where('id', '=', moveId)
    .executeTakeFirst();
  if (move?.step === 'copying' || move?.step === 'committed') await askToBegin(services, move);
}

/** Only this side decides whether people continue to wait; the other region learns of it with its next request. */
async function watchFreeze(services: Services, moveId: string, freezeNo: number): Promise<void> {
  await inTransaction(services, NOBODY, async (work) => {
    const move = await lockMove(work.tx, moveId);
    if (move?.step !== 'frozen' || move.freeze_no !== freezeNo) return;
    const { frozen, silent } = await agesOf(work.tx, moveId);
    // Silence is checked first: after a long outage of our own processes the move is not at fault.
    if (silent >= SILENCE_MS) await thawLocked(work, move);
    else if (frozen > LONGEST_FREEZE_MS) {
      services.log.error({ moveId, frozen }, 'a move is given up because its freeze took too long');
      await finishLocked(work, move, { type: 'fail' }, 'took_too_long');
    } else await thawMove.later(work, moveId, freezeNo);
  });
}

/**
 * How long people have been frozen and the other region silent, in milliseconds of the clock that wrote these times.
 */
async function agesOf(tx: Tx, moveId: string): Promise<{ frozen: number; silent: number }> {
  const { rows } = await sql<{ frozen: number; silent: number }>`
    select 1000 * extract(epoch from clock_timestamp() - frozen_at)::float8 as frozen,
      1000 * extract(epoch from clock_timestamp() - heard_at)::float8 as silent
    from region_move where id = ${moveId}
  `.execute(tx);
  const [ages] = rows;
  if (!ages) throw new Error('the row is locked');
  return ages;
}

/** Lifts the freeze of a move, if it is frozen. */
export async function thaw(services: Services, moveId: string): Promise<void> {
  await inTransaction(services, NOBODY, async (work) => {
    const move = await lockMove(work.tx, moveId);
    if (move?.step === 'frozen') await thawLocked(work, move);
  });
}

async function thawLocked(work: Work<Doer>, move: MoveRow): Promise<void> {
  await applyToMove(work.tx, move, { type: 'thaw' });
  await notifyPeople(work, 'region_move_changed', move.circle);
}

async function askToBegin(
  services: Services,
  { id, circle, country, totals, asked_at }: MoveRow,
): Promise<void> {
  const { answer } = await askPeer(services, BEGIN, {
    move: id,
    circle,
    country,
    totals,
    asked_at: asked_at.toISOString(),
  });
  // Housekeeping repeats the request of a move that has to wait for another one.
  if (answer === 'dropped') await finishSource(services, id, { type: 'fail' }, 'rejected');
  // It has been committed, or the report of the arrival was lost.
  if (answer === 'arrived') await finishSource(services, id, { type: 'arrived' });
}

/** Repeats the question about moves that the other region may not know of; for housekeeping. */
export async function driveMoves(services: Services): Promise<void> {
  if (!services.config.peer) return;
  const open = await services.db
    .selectFrom('region_move')
    .select(['id', 'freeze_no'])
    .where('step', 'in', ['copying', 'frozen'])
    .execute();
  await eachApart(services, {
    items: open,
    run: ({ id, freeze_no }) => driveMove(services, { moveId: id, freezeNo: freeze_no }),
    problem: 'could not go on with a move yet',
    about: ({ id }) => ({ moveId: id }),
  });
}
