import { sql } from 'kysely';
import type { Actor, Doer } from '../../platform/http/actor.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Services } from '../../platform/services.ts';
import { inTransaction, type Work } from '../../platform/work.ts';
import { renewCopiesWith } from '../light-copies/material-files.ts';
import { lockFile, recordFileChange } from './change-file.ts';
import { mayRemoveFile } from './files.policy.ts';
import { countNames } from './files.sql.ts';

/** Deletes one's own file. A job of the same transaction removes its bytes. */
export async function removeFile(services: Services, actor: Actor, id: number): Promise<void> {
  await inTransaction(services, actor, async (work) => {
    const { place, file } = await lockFile(work, id);
    const { caseId } = place;
    const code = mayRemoveFile(actor.userId, place, file);
    if (code) throw new Refusal(code);

    await forget(work, [file]);
    await renewCopiesWith(work, caseId, file.filename);
    await work.tx
      .updateTable('dental_case')
      .set({ file_count: countNames(caseId), ...(place.isDraft ? { updated_at: sql`now()` } : {}) })
      .where('id', '=', caseId)
      .execute();
    await recordFileChange(work, place, { name: 'file_deleted', fileId: id });
  });
}

/** Deletes all files of a case, as when a draft is discarded. */
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
