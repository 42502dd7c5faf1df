import { type Selectable, sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import type { RegionImportTable } from '../../platform/db/tables/moves.ts';
import { NO_IMPORT, type TargetEvent, type TargetRefusal, type TargetState, targetStep } from './protocol.ts';

export type ImportRow = Selectable<RegionImportTable>;

/** Locks a move into this region; null if it does not exist. */
export async function lockImport(tx: Tx, moveId: string): Promise<ImportRow | null> {
  const row = await tx
    .selectFrom('region_import')
    .selectAll()
    .where('move_id', '=', moveId)
    .forUpdate()
    .executeTakeFirst();
  return row ?? null;
}

const stateOf = (row: ImportRow | null): TargetState =>
  row
    ? {
        step: row.step,
        is_reported: row.is_reported,
        verified:
          row.verified_no === null || row.verified_digests === null
            ? null
            : { freeze_no: row.verified_no, digests: row.verified_digests },
      }
    : NO_IMPORT;

/** Applies an event to a locked import and stores its state; the refusal, or null. */
export async function applyToImport(
  tx: Tx,
  row: ImportRow,
  event: TargetEvent,
): Promise<TargetRefusal | null> {
  const outcome = targetStep(stateOf(row), event);
  if (outcome.refused !== undefined) return outcome.refused;
  const { step, is_reported, verified } = outcome.state;
  if (step === 'none') throw new Error('a stored import has a step');
  await tx
    .updateTable('region_import')
    .set({
      step,
      is_reported,
      verified_no: verified?.freeze_no ?? null,
      verified_digests: verified?.digests ?? null,
      ...(step !== row.step ? { ended_at: sql<Date>`now()` } : {}),
    })
    .where('move_id', '=', row.move_id)
    .execute();
  return null;
}

/** Thrown inside of a transaction whose import has ended, to roll it back. */
export class ImportOver extends Error {}

/** Locks an import for a write of copied data; it has to be verified again afterwards. */
export async function lockForCopy(tx: Tx, moveId: string): Promise<ImportRow> {
  const row = await lockImport(tx, moveId);
  if (!row || (await applyToImport(tx, row, { type: 'copied' }))) throw new ImportOver();
  return row;
}
