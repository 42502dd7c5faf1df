import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { CaseFile } from '@cusp/contract/cases';
import { extensionOf, FILE_EXTENSIONS } from '@cusp/contract/files';
import { sql } from 'kysely';
import { audit } from '../../platform/audit/audit.ts';
import { transact } from '../../platform/db/database.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { found, Refusal } from '../../platform/http/refusal.ts';
import type { Services } from '../../platform/services.ts';
import { queueLightCopy } from '../light-copies/queue-light-copy.ts';
import { cleanFilename } from './file-name.ts';
import { mayAddFile } from './files.policy.ts';
import { presentFile } from './files.present.ts';
import { fileById, lockedUsage, lockPlace, placeOf, usageOf } from './files.sql.ts';
import { type Received, receiveFile } from './receive-file.ts';

export interface Incoming {
  filename: string;
  bytes: Readable;
}

/** When the bytes of an upload that never became a file are removed. */
const ORPHAN_AFTER_MS = 24 * 3600 * 1000;

/**
 * Adds one file to a case or an own draft. Everything that can be refused before the first byte is; `open`
 * gives the bytes then. The row is written when all of them are stored, so half a file is never listed.
 */
export async function uploadFile(
  services: Services,
  actor: Actor,
  caseId: number,
  open: () => Promise<Incoming | null>,
): Promise<CaseFile> {
  const place = found(await placeOf(services.db, actor.userId, caseId));
  refuse(mayAddFile(place));
  if ((await usageOf(services.db, actor.userId)) >= services.config.quotaBytes) {
    throw new Refusal('quota_exceeded', 'file');
  }

  const incoming = await open();
  if (!incoming) throw new Refusal('file_missing', 'file');
  const filename = cleanFilename(incoming.filename);
  const extension = extensionOf(filename);
  if (!(FILE_EXTENSIONS as readonly string[]).includes(extension)) {
    throw new Refusal('file_type_not_allowed', 'file');
  }

  const key = `cases/${caseId}/${randomUUID()}`;
  await forgetUnlessKept(services, key);
  const received = await receiveFile(services.storage, key, extension, incoming.bytes);
  try {
    return await keep(services, actor, caseId, { ...received, filename, key });
  } catch (error) {
    await services.storage.remove(key);
    throw error;
  }
}

async function keep(
  services: Services,
  actor: Actor,
  caseId: number,
  file: Received & { filename: string; key: string },
): Promise<CaseFile> {
  return transact(services.db, async (tx) => {
    const place = found(await lockPlace(tx, actor.userId, caseId));
    refuse(mayAddFile(place));
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
        storage_key: file.key,
        media_type: file.mediaType,
        announced_at: null,
        deleted_at: null,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await tx
      .updateTable('dental_case')
      .set({ file_count: sql`file_count + 1`, ...(place.isDraft ? { updated_at: sql`now()` } : {}) })
      .where('id', '=', caseId)
      .execute();
    await queueLightCopy(tx, services, { id, filename: file.filename });
    await audit(tx, actor, { action: 'file_uploaded', caseId, object: { type: 'file', id } });
    return presentFile(actor.userId, found(await fileById(tx, actor.userId, id)));
  });
}

/** Bytes that are written and then never kept, because the server dies in between, go after a day. */
const forgetUnlessKept = (services: Services, key: string) =>
  transact(services.db, (tx) =>
    services.jobs.enqueue(
      tx,
      'delete-bytes',
      { key },
      { startAfter: new Date(Date.now() + ORPHAN_AFTER_MS) },
    ),
  );

function refuse(code: ConstructorParameters<typeof Refusal>[0] | null): void {
  if (code) throw new Refusal(code);
}
