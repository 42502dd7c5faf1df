import type { ErrorCode } from '@cusp/contract/errors';
import { extensionOf, FILE_EXTENSIONS } from '@cusp/contract/files';
import { sql } from 'kysely';
import { audit } from '../../platform/audit/audit.ts';
import { type Tx, transact } from '../../platform/db/database.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { found, Refusal } from '../../platform/http/refusal.ts';
import type { Services } from '../../platform/services.ts';
import { queueLightCopy } from '../light-copies/queue-light-copy.ts';
import { queueChecksums } from './checksums.ts';
import { mayAddFile } from './files.policy.ts';
import {
  countNames,
  lockedUsage,
  lockPlace,
  newestNamed,
  nextVersion,
  placeOf,
  usageOf,
} from './files.sql.ts';
import type { Received } from './receive-file.ts';

/** When the bytes of an upload that never became a file are removed. */
const ORPHAN_AFTER_MS = 24 * 3600 * 1000;

/** Refuses before the first byte what can be refused then: `size` as far as it is known. */
export async function refuseUpload(
  services: Services,
  actor: Actor,
  caseId: number,
  size: number,
): Promise<void> {
  refuse(mayAddFile(found(await placeOf(services.db, actor.userId, caseId))));
  if ((await usageOf(services.db, actor.userId)) + size > services.config.quotaBytes) {
    throw new Refusal('quota_exceeded', 'file');
  }
}

/** The extension of a name that may be uploaded. */
export function allowedExtension(filename: string): string {
  const extension = extensionOf(filename);
  if (!(FILE_EXTENSIONS as readonly string[]).includes(extension)) {
    throw new Refusal('file_type_not_allowed', 'file');
  }
  return extension;
}

/**
 * Lists stored bytes as a file of the case and gives its id. A further file of the same name is its next
 * version. The same bytes sent once more, as after an answer that was lost, are the file that is there already.
 */
export async function keepFile(
  tx: Tx,
  services: Services,
  actor: Actor,
  caseId: number,
  file: Received & { filename: string; key: string },
): Promise<number> {
  const place = found(await lockPlace(tx, actor.userId, caseId));
  refuse(mayAddFile(place));
  const newest = await newestNamed(tx, caseId, file.filename);
  if (newest?.uploader_id === actor.userId && newest.sha256 === file.sha256) {
    await services.jobs.enqueue(tx, 'delete-bytes', { key: file.key });
    return newest.id;
  }
  if ((await lockedUsage(tx, actor.userId)) + file.size > services.config.quotaBytes) {
    throw new Refusal('quota_exceeded', 'file');
  }
  const { id } = await tx
    .insertInto('case_file')
    .values({
      case_id: caseId,
      uploader_id: actor.userId,
      filename: file.filename,
      size: file.size,
      sha256: file.sha256,
      version: await nextVersion(tx, caseId, file.filename),
      storage_key: file.key,
      media_type: file.mediaType,
      announced_at: null,
      deleted_at: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await tx
    .updateTable('dental_case')
    .set({ file_count: countNames(caseId), ...(place.isDraft ? { updated_at: sql`now()` } : {}) })
    .where('id', '=', caseId)
    .execute();
  await queueLightCopy(tx, services, { id, filename: file.filename });
  await queueChecksums(tx, services);
  await audit(tx, actor, { action: 'file_uploaded', caseId, object: { type: 'file', id } });
  return id;
}

/** Bytes that are written and then never kept, because the server dies in between, go after a day. */
export const forgetUnlessKept = (services: Services, key: string): Promise<void> =>
  transact(services.db, (tx) =>
    services.jobs.enqueue(
      tx,
      'delete-bytes',
      { key },
      { startAfter: new Date(Date.now() + ORPHAN_AFTER_MS) },
    ),
  );

function refuse(code: ErrorCode | null): void {
  if (code) throw new Refusal(code);
}
