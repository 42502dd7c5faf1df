import { sql } from 'kysely';
import type { Actor } from '../../platform/http/actor.ts';
import { found, Refusal } from '../../platform/http/refusal.ts';
import type { Services } from '../../platform/services.ts';
import { inTransaction } from '../../platform/work.ts';
import { badRows, checkRows } from './check-rows.ts';
import type { SheetKinds } from './sheet-kind.ts';
import { presentSheet } from './sheets.present.ts';
import { batchOf, KEPT_DAYS, lockBatch } from './sheets.sql.ts';

/**
 * Writes the good rows of a checked sheet, all or none. They are checked again, because the database may have changed
 * since; rows that have become bad are left out and shown. Applying it again writes nothing.
 */
export const applySheet = (services: Services, actor: Actor, kinds: SheetKinds, id: number) =>
  inTransaction(services, actor, async (work) => {
    const batch = found(await lockBatch(work.tx, id));
    const kind = kinds[batch.kind];
    if (batch.state === 'undone') throw new Refusal('sheet_over');
    if (batch.state === 'applied') return presentSheet(kind, batch);

    const { problems, good } = await checkRows(work.tx, kind, batch.rows);
    const undo = await kind.apply(
      work.tx,
      good.map(({ value }) => value),
      { userId: actor.userId, batchId: id },
    );
    await work.tx
      .updateTable('sheet_batch')
      .set({
        state: 'applied',
        applied_at: sql<Date>`now()`,
        expires_at: sql<Date>`now() + ${sql.lit(KEPT_DAYS)} * interval '1 day'`,
        problems: JSON.stringify(problems),
        rows_bad: badRows(problems),
        rows_applied: undo.length,
        undo: JSON.stringify(undo),
      })
      .where('id', '=', id)
      .execute();
    await work.audit({
      action: 'sheet_applied',
      object: { type: 'sheet', id },
      detail: { kind: kind.name, rows: batch.rows_total, applied: undo.length },
    });
    return presentSheet(kind, found(await batchOf(work.tx, id)));
  });
