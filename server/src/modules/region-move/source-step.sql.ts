import { type Selectable, sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import type { RegionMoveTable } from '../../platform/db/tables/moves.ts';
import { type SourceAnswer, type SourceEvent, type SourceRefusal, sourceStep } from './protocol.ts';

export type MoveRow = Selectable<RegionMoveTable>;

/** Locks a move out of this region; null if it does not exist. */
export async function lockMove(tx: Tx, moveId: string): Promise<MoveRow | null> {
  const row = await tx
    .selectFrom('region_move')
    .selectAll()
    .where('id', '=', moveId)
    .forUpdate()
    .executeTakeFirst();
  return row ?? null;
}

type Taken =
  | { move: MoveRow; answer: SourceAnswer; refused?: undefined }
  | { move: MoveRow; refused: SourceRefusal };

/**
 * Applies an event to a locked move and stores its state with all effects of the step, except those of the commit and
 * the erasure.
 */
export async function applyToMove(tx: Tx, move: MoveRow, event: SourceEvent): Promise<Taken> {
  const outcome = sourceStep(move, event);
  if (outcome.refused !== undefined) return { move, refused: outcome.refused };
  const { step, is_paused, percent, freeze_no, statement } = outcome.state;
  const isNew = step !== move.step;
  const now = sql<Date>`now()`;
  const stored = await tx
    .updateTable('region_move')
    .set({
      step,
      is_paused,
      percent,
      freeze_no,
      statement,
      ...(event.type === 'read' || event.type === 'freeze' || event.type === 'commit'
        ? { heard_at: now }
        : {}),
      ...(isNew && step === 'frozen' ? { frozen_at: now, horizon: null, settled_at: null } : {}),
      ...(isNew && step === 'committed' ? { committed_at: now } : {}),
      ...(isNew && step === 'arrived' ? { arrived_at: now } : {}),
      ...(isNew && step === 'erased' ? { erased_at: now, ended_at: now } : {}),
      ...(isNew && (step === 'cancelled' || step === 'failed') ? { ended_at: now } : {}),
    })
    .where('id', '=', move.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  if (isNew && step === 'frozen') await setFrozen(tx, move.id, true);
  if (isNew && step === 'copying') await setFrozen(tx, move.id, false);
  // From the commit to the arrival their data here does not change either: the other region may still compare.
  if (isNew && ['cancelled', 'failed', 'arrived'].includes(step))
    await tx.deleteFrom('moving_person').where('move_id', '=', move.id).execute();
  return { move: stored, answer: outcome.answer };
}

const setFrozen = (tx: Tx, moveId: string, isFrozen: boolean) =>
  tx.updateTable('moving_person').set({ is_frozen: isFrozen }).where('move_id', '=', moveId).execute();
