import { sql } from 'kysely';
import type { Actor } from '../../platform/http/actor.ts';
import { found, Refusal } from '../../platform/http/refusal.ts';
import type { Services } from '../../platform/services.ts';
import { inTransaction } from '../../platform/work.ts';
import type { SheetKinds } from './sheet-kind.ts';
import { presentSheet } from './sheets.present.ts';
import { batchOf, lockBatch } from './sheets.sql.ts';

/** Reverts the changes of a sheet in the rows that have not changed since. Undoing it again changes nothing. */
export const undoSheet = (services: Services, actor: Actor, kinds: SheetKinds, id: number) =>
  inTransaction(services, actor, async (work) => {
    const batch = found(await lockBatch(work.tx, id));
    const kind = kinds[batch.kind];
    if (batch.state === 'undone') return presentSheet(kind, batch);
    if (!batch.may_undo) throw new Refusal('sheet_not_undoable');

    const undone = await kind.undo(work.tx, batch.undo, { userId: actor.userId, batchId: id });
    await work.tx
      .updateTable('sheet_batch')
      .set({ state: 'undone', undone_at: sql<Date>`now()`, rows_undone: undone, undo: '[]' })
      .where('id', '=', id)
      .execute();
    await work.audit({
      action: 'sheet_undone',
      object: { type: 'sheet', id },
      detail: { kind: kind.name, applied: batch.rows_applied, undone },
    });
    return presentSheet(kind, found(await batchOf(work.tx, id)));
  });
