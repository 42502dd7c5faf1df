import type { ErrorCode } from '@cusp/contract/errors';
import { FILE_EXTENSIONS } from '@cusp/contract/file-types';
import { extensionOf } from '@cusp/mesh/file-extensions';
import { sql } from 'kysely';
import type { DbOrTx } from '../../platform/db/database.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { found, Refusal } from '../../platform/http/refusal.ts';
import type { Services } from '../../platform/services.ts';
import type { Work } from '../../platform/work.ts';
import { audienceOf } from '../case-access/visible-cases.sql.ts';
import { refuseIfBlockedSince } from '../identity/blocked.ts';
import { renewCopiesWith } from '../light-copies/material-files.ts';
import { queueLightCopy } from '../light-copies/queue-light-copy.ts';
import { queueScan } from '../malware/scan-files.ts';
import { keepCopy } from '../served-copies/served-copies.sql.ts';
import { queueChecksums } from './checksums.ts';
import { mayAddFile } from './files.policy.ts';
import {
  countNames,
  lockPlace,
  lockUsage,
  newestNamed,
  nextVersion,
  placeOf,
  previewPicture,
  usageOf,
} from './files.sql.ts';
import type { Received } from './receive-file.ts';
import { type Coming, reservedBy } from './uploads.sql.ts';

/** Refuses before the first byte where possible. `coming` has the facts known before the upload. */
export async function refuseUpload(
  services: Services,
  actor: Actor,
  caseId: number,
  coming: Coming | null,
): Promise<void> {
  refuse(mayAddFile(found(await placeOf(services.db, actor.userId, caseId))));
  refuse(await roomFor(services.db, services, actor, coming));
}

/** Whether a file fits the quota beside stored files and running uploads. With null: whether anything fits. */
async function roomFor(
  db: DbOrTx,
  services: Services,
  actor: Actor,
  coming: Coming | null,
): Promise<ErrorCode | null> {
  const used = await usageOf(db, actor.userId);
  const reserved = await reservedBy(db, actor.userId, coming);
  return used + reserved + (coming?.size ?? 1) > services.config.quotaBytes ? 'quota_exceeded' : null;
}

/** Refuses a file beyond the quota; of two concurrent uploads only one gets the last of it. */
export async function reserveQuota(work: Work, coming: Coming): Promise<void> {
  await lockUsage(work.tx, work.actor.userId);
  refuse(await roomFor(work.tx, work.services, work.actor, coming));
}

/** The extension of a name, if it may be uploaded. */
export function allowedExtension(filename: string): string {
  const extension = extensionOf(filename);
  if (!(FILE_EXTENSIONS as readonly string[]).includes(extension)) {
    throw new Refusal('file_type_not_allowed', 'file');
  }
  return extension;
}

/** A file of the case. */
export interface Kept {
  id: number;
  /** The same file, byte for byte, already existed. */
  isUnchanged: boolean;
}

/**
 * Lists stored bytes as a file of the case. The same name again is the next version. The same bytes sent again, as
 * after a lost answer, are the existing file.
 */
export async function keepFile(
  work: Work,
  caseId: number,
  file: Received & { filename: string; key: string; isMadePreview?: boolean },
): Promise<Kept> {
  const place = found(await lockPlace(work.tx, work.actor.userId, caseId));
  refuse(mayAddFile(place));
  await refuseIfBlockedSince(work.tx, work.actor.userId);
  const picture = file.isMadePreview ? await previewPicture(work.tx, caseId) : undefined;
  const there = picture?.id ?? (await sameFile(work, caseId, file));
  if (there !== null) {
    await work.enqueue('delete-bytes', { key: file.key });
    return { id: there, isUnchanged: true };
  }
  await reserveQuota(work, { caseId, filename: file.filename, size: file.size });
  const { id } = await work.tx
    .insertInto('case_file')
    .values({
      case_id: caseId,
      uploader_id: work.actor.userId,
      filename: file.filename,
      size: file.size,
      sha256: file.sha256,
      version: await nextVersion(work.tx, caseId, file.filename),
      storage_key: file.key,
      media_type: file.mediaType,
      announced_at: file.isMadePreview ? sql`now()` : null,
      deleted_at: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  if (file.clean) await keepCopy(work.tx, id, 'clean', file.clean);
  await work.tx
    .updateTable('dental_case')
    .set({ file_count: countNames(caseId), ...(place.isDraft ? { updated_at: sql`now()` } : {}) })
    .where('id', '=', caseId)
    .execute();
  await queueScan(work, { id, uploaderId: work.actor.userId });
  await queueLightCopy(work, { id, filename: file.filename });
  await renewCopiesWith(work, caseId, file.filename);
  await queueChecksums(work);
  await work.audit({ action: 'file_uploaded', caseId, object: { type: 'file', id } });
  if (file.isMadePreview && !place.isDraft) await notifyPreview(work, caseId, id);
  return { id, isUnchanged: false };
}

/**
 * The existing file with these bytes by this person: the newest of its name, or their newest one not yet announced,
 * regardless of files that others sent in between.
 */
async function sameFile(
  work: Work,
  caseId: number,
  { filename, sha256 }: { filename: string; sha256: string },
): Promise<number | null> {
  const [newest, own] = await newestNamed(work.tx, caseId, filename, work.actor.userId);
  if (!own || own.sha256 !== sha256) return null;
  return own.id === newest?.id || own.announced_at === null ? own.id : null;
}

/** People with the case open see the picture arrive; it is not announced to others because no person sent it. */
async function notifyPreview(work: Work, caseId: number, fileId: number): Promise<void> {
  await work.record({
    name: 'preview_made',
    caseId,
    audience: await audienceOf(work.tx, { id: caseId }),
    ids: { file: fileId },
  });
}

function refuse(code: ErrorCode | null): void {
  if (code) throw new Refusal(code, code === 'quota_exceeded' ? 'file' : undefined);
}
