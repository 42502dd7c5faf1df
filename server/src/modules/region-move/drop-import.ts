import { NOBODY } from '../../platform/http/actor.ts';
import type { Services } from '../../platform/services.ts';
import { inTransaction } from '../../platform/work.ts';
import { applyToImport, lockImport } from './import-step.sql.ts';
import { beginMoving } from './moved-rows.ts';
import { movedAddresses, releaseAddresses } from './reserve-addresses.ts';
import { GROUPS, removePart } from './take-part.sql.ts';

/**
 * Removes the copy of a move that is over in the other region. People stay as guests, whom cases here may name; bytes
 * go by jobs of the same transaction.
 */
export async function dropImport(services: Services, moveId: string, failure: string | null): Promise<void> {
  await inTransaction(services, NOBODY, async (work) => {
    const { tx } = work;
    const row = await lockImport(tx, moveId);
    if (!row || (await applyToImport(tx, row, { type: 'over' }))) return;
    await beginMoving(tx);
    const { circle } = row;
    await releaseAddresses(tx, services, await movedAddresses(tx, moveId));
    await removePart(tx, { circle, range: { from: 0, to: Number.MAX_SAFE_INTEGER } });
    await removePart(tx, { circle, range: null }, GROUPS);
    const files = await tx
      .deleteFrom('region_import_file')
      .where('move_id', '=', moveId)
      .returning('storage_key')
      .execute();
    for (const { storage_key: key } of files) await work.enqueue('delete-bytes', { key });
    for (const table of ['moved_account', 'moved_case', 'moved_log'] as const)
      await tx.deleteFrom(table).where('move_id', '=', moveId).execute();
    await tx.updateTable('region_import').set({ failure }).where('move_id', '=', moveId).execute();
  });
}
