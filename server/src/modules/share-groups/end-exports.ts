import type { Doer } from '../../platform/http/actor.ts';
import type { Work } from '../../platform/work.ts';

/**
 * Ends the exports of a practice whose members change: finished and running ones contain cases that the person may no
 * longer see.
 */
export async function endExports(work: Work<Doer>, ownerId: number): Promise<void> {
  const ending = await work.tx
    .selectFrom('data_export')
    .select(['id', 'storage_key'])
    .where('created_by', '=', ownerId)
    .where('state', 'in', ['queued', 'running', 'done'])
    .forUpdate()
    .execute();
  for (const { id, storage_key: key } of ending) {
    await work.tx
      .updateTable('data_export')
      .set({ state: 'failed', problem: 'group_changed', storage_key: null, bytes: null, sha256: null })
      .where('id', '=', id)
      .execute();
    if (key) await work.enqueue('delete-bytes', { key });
  }
}
