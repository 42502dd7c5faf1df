import { sql } from 'kysely';
import type { Actor, Doer } from '../../platform/http/actor.ts';
import { found, Refusal } from '../../platform/http/refusal.ts';
import type { Services } from '../../platform/services.ts';
import { inTransaction, type Work } from '../../platform/work.ts';
import { audienceOf } from '../case-access/visible-cases.sql.ts';
import { renewCopiesWith } from '../light-copies/material-files.ts';
import { mayRemoveFile } from './files.policy.ts';
import { countNames, fileById, lockPlace } from './files.sql.ts';

/** Deletes an own file. Its bytes go by a job of the same transaction. */
export async function removeFile(services: Services, actor: Actor, id: number): Promise<void> {
  await inTransaction(services, actor, async (work) => {
    const { caseId } = found(await fileById(work.tx, actor.userId, id));
    const place = found(await lockPlace(work.tx, actor.userId, caseId));
    const file = found(await fileById(work.tx, actor.userId, id));
    const code = mayRemoveFile(actor.userId, place, file);
    if (code) throw new Refusal(code);

    await forget(work, [file]);
    await renewCopiesWith(work, caseId, file.filename);
    await work.tx
      .updateTable('dental_case')
      .set({ file_count: countNames(caseId), ...(place.isDraft ? { updated_at: sql`now()` } : {}) })
      .where('id', '=', caseId)
      .execute();
    await work.audit({ action: 'file_deleted', caseId, object: { type: 'file', id } });
    if (place.isDraft) return;
    await work.record({
      name: 'file_deleted',
      caseId,
      audience: await audienceOf(work.tx, { id: caseId }),
      ids: { file: id },
    });
  });
}

/** Forgets every file of a case, as when its draft is thrown away. */
export async function forgetFilesOf(work: Work<Doer>, caseId: number): Promise<void> {
  const files = await work.tx
    .selectFrom('case_file')
    .select(['id', 'storage_key as storageKey'])
    .where('case_id', '=', caseId)
    .where('deleted_at', 'is', null)
    .execute();
  await forget(work, files);
}

async function forget(work: Work<Doer>, files: { id: number; storageKey: string }[]): Promise<void> {
  for (const file of files) {
    await work.tx
      .updateTable('case_file')
      .set({ deleted_at: sql`now()` })
      .where('id', '=', file.id)
      .execute();
    await work.enqueue('delete-bytes', { key: file.storageKey });
  }
}
