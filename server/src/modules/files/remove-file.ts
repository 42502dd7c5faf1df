import { sql } from 'kysely';
import type { Actor } from '../../platform/http/actor.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Services } from '../../platform/services.ts';
import { inTransaction } from '../../platform/work.ts';
import { requireNoHold } from '../case-access/holds.sql.ts';
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
    await requireNoHold(work.tx, caseId);

    await work.tx.updateTable('case_file').set({ deleted_at: sql`now()` }).where('id', '=', id).execute();
    await work.enqueue('delete-bytes', { key: file.storageKey });
    await renewCopiesWith(work, caseId, file.filename);
    await work.tx
      .updateTable('dental_case')
      .set({ file_count: countNames(caseId), ...(place.isDraft ? { updated_at: sql`now()` } : {}) })
      .where('id', '=', caseId)
      .execute();
    await recordFileChange(work, place, { name: 'file_deleted', fileId: id });
  });
}
