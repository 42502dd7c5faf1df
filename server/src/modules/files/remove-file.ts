import { sql } from 'kysely';
import { audit } from '../../platform/audit/audit.ts';
import { type Tx, transact } from '../../platform/db/database.ts';
import { record } from '../../platform/events/record.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { found, Refusal } from '../../platform/http/refusal.ts';
import type { Services } from '../../platform/services.ts';
import { audienceOf } from '../case-access/visible-cases.sql.ts';
import { renewCopiesWith } from '../light-copies/material-files.ts';
import { mayRemoveFile } from './files.policy.ts';
import { countNames, fileById, lockPlace } from './files.sql.ts';

/** Deletes an own file. Its bytes go by a job of the same transaction. */
export async function removeFile(services: Services, actor: Actor, id: number): Promise<void> {
  await transact(services.db, async (tx) => {
    const { caseId } = found(await fileById(tx, actor.userId, id));
    const place = found(await lockPlace(tx, actor.userId, caseId));
    const file = found(await fileById(tx, actor.userId, id));
    const code = mayRemoveFile(actor.userId, place, file);
    if (code) throw new Refusal(code);

    await forget(tx, services, [file]);
    await renewCopiesWith(tx, services, caseId, file.filename);
    await tx
      .updateTable('dental_case')
      .set({ file_count: countNames(caseId), ...(place.isDraft ? { updated_at: sql`now()` } : {}) })
      .where('id', '=', caseId)
      .execute();
    await audit(tx, actor, { action: 'file_deleted', caseId, object: { type: 'file', id } });
    if (place.isDraft) return;
    await record(tx, services.hub, actor, {
      name: 'file_deleted',
      caseId,
      audience: await audienceOf(tx, { id: caseId }),
      ids: { file: id },
    });
  });
}

/** Forgets every file of a case, as when its draft is thrown away. */
export async function forgetFilesOf(tx: Tx, services: Services, caseId: number): Promise<void> {
  const files = await tx
    .selectFrom('case_file')
    .select(['id', 'storage_key as storageKey'])
    .where('case_id', '=', caseId)
    .where('deleted_at', 'is', null)
    .execute();
  await forget(tx, services, files);
}

async function forget(
  tx: Tx,
  services: Services,
  files: { id: number; storageKey: string }[],
): Promise<void> {
  for (const file of files) {
    await tx.updateTable('case_file').set({ deleted_at: sql`now()` }).where('id', '=', file.id).execute();
    await services.jobs.enqueue(tx, 'delete-bytes', { key: file.storageKey });
  }
}
