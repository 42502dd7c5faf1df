import type { MoveAction } from '@cusp/contract/region-move.routes';
import { fullName } from '@cusp/text/names';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { found, Refusal } from '../../platform/http/refusal.ts';
import { serverLocOf } from '../../platform/region/region.ts';
import { otherRegion } from '../../platform/region/signed-request.ts';
import type { Services } from '../../platform/services.ts';
import { inTransaction } from '../../platform/work.ts';
import { presentArrival, presentMove } from './moves.present.ts';
import { notifyPeople } from './notify-people.ts';
import { applyToMove, lockMove, type MoveRow } from './source-step.sql.ts';
import { readCertificate } from './statements.ts';

const about = (userId: number) => sql<boolean>`circle @> array[${userId}::bigint]`;

/** The latest move of a person: out of this region if there is one, otherwise the one that brought them here. */
export async function showMove(services: Services, { userId }: Actor) {
  const leaving = await services.db
    .selectFrom('region_move')
    .selectAll()
    .where(about(userId))
    .orderBy('asked_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  const arrival = await arrivalOf(services, userId);
  if (leaving && (!arrival || leaving.asked_at > arrival.asked_at)) {
    const move = presentMove(services, leaving);
    const isOpen = leaving.step === 'copying' || leaving.step === 'frozen';
    return { cases_mv_percent: leaving.percent, move, can_cancel: isOpen && leaving.asked_by === userId };
  }
  if (!arrival) return { cases_mv_percent: null, move: null, can_cancel: false };
  return { cases_mv_percent: 100, move: presentArrival(services, arrival), can_cancel: false };
}

const arrivalOf = ({ db }: Services, userId: number) =>
  db
    .selectFrom('region_import')
    .selectAll()
    .where(about(userId))
    .where('step', '=', 'arrived')
    .orderBy('ended_at', 'desc')
    .limit(1)
    .executeTakeFirst();

/** Certificate of erasure by the region that a person has left; `not_found` before it exists. */
export async function showCertificate(services: Services, { userId }: Actor) {
  const { region } = services.config;
  const row = found(await arrivalOf(services, userId));
  const signed = found(row.certificate);
  const claim = found(readCertificate(signed));
  return {
    move: row.move_id,
    from: serverLocOf(otherRegion(region)),
    to: serverLocOf(region),
    ...claim,
    signed,
  };
}

const SHOWN = 100;

/** Moves out of this region for staff: those that are running, then the latest. */
export async function listMoves(services: Services) {
  const rows = await services.db
    .selectFrom('region_move')
    .selectAll()
    .orderBy(sql`arrived_at is null and ended_at is null`, 'desc')
    .orderBy('asked_at', 'desc')
    .limit(SHOWN)
    .execute();
  return { moves: await Promise.all(rows.map((row) => presentForStaff(services, row))) };
}

/** After this time without activation in the other region, staff have to look into it. */
const LATE_MS = 5 * 60_000;

const isStuck = ({ step, failure, committed_at }: MoveRow): boolean =>
  step === 'committed' &&
  (failure !== null || (committed_at !== null && committed_at.getTime() < Date.now() - LATE_MS));

async function presentForStaff(services: Services, row: MoveRow) {
  const person = await services.db
    .selectFrom('app_user')
    .select(['id', 'first_name', 'last_name'])
    .where('id', '=', row.asked_by)
    .executeTakeFirstOrThrow();
  return {
    ...presentMove(services, row),
    asked_by: { id: person.id, name: fullName(person.first_name, person.last_name) },
    is_stuck: isStuck(row),
    committed_at: row.committed_at?.toISOString() ?? null,
    erased_at: row.erased_at?.toISOString() ?? null,
  };
}

/**
 * Staff pause, resume or cancel a move; `move_too_late` from the commit on. After the commit they let the other region
 * try again to activate the people.
 */
export async function steerMove(services: Services, actor: Actor, moveId: string, action: MoveAction) {
  const steered = await inTransaction(services, actor, async (work) => {
    const move = found(await lockMove(work.tx, moveId));
    const steered = await steer(work.tx, move, action);
    await work.audit({ action: 'region_move_steered', detail: { move: moveId, action } });
    await notifyPeople(work, 'region_move_changed', move.circle);
    if (action === 'resume' || action === 'retry') await work.enqueue('region-move', { moveId });
    return steered;
  });
  return { move: await presentForStaff(services, steered) };
}

async function steer(tx: Tx, move: MoveRow, action: MoveAction): Promise<MoveRow> {
  if (action === 'retry') {
    if (move.step !== 'committed') throw new Refusal('move_too_late');
    return move;
  }
  const taken = await applyToMove(tx, move, { type: action });
  if (taken.refused) throw new Refusal('move_too_late');
  return taken.move;
}
