import { found } from '../../platform/http/refusal.ts';
import type { Work } from '../../platform/work.ts';
import { audienceOf } from '../case-access/visible-cases.sql.ts';
import { fileById, lockPlace } from './files.sql.ts';

/** A visible file and its case, locked until the transaction ends. */
export async function lockFile(work: Work, id: number) {
  const { userId } = work.actor;
  const { caseId } = found(await fileById(work.tx, userId, id));
  const place = found(await lockPlace(work.tx, userId, caseId));
  // Read again, because it may have changed while waiting for the lock.
  const file = found(await fileById(work.tx, userId, id));
  return { place, file };
}

interface Changed {
  name: 'file_classified' | 'file_unit_set' | 'file_metadata_set' | 'file_deleted' | 'front_marked';
  /** The file; absent if the change concerns all scans of the case. */
  fileId?: number;
  /** Ids and codes for the audit log. */
  detail?: Record<string, unknown>;
}

/** Records a change of the files of a case. Changes of drafts emit no events because only the author sees them. */
export async function recordFileChange(
  work: Work,
  { caseId, isDraft }: { caseId: number; isDraft: boolean },
  { name, fileId, detail = {} }: Changed,
): Promise<void> {
  const object = fileId === undefined ? {} : { object: { type: 'file', id: fileId } };
  await work.audit({ action: name, caseId, ...object, detail });
  if (isDraft) return;
  const audience = await audienceOf(work.tx, { id: caseId });
  await work.record({ name, caseId, audience, ids: fileId === undefined ? {} : { file: fileId } });
}
