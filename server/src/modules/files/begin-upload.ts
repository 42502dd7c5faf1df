import { pathOf } from '@cusp/contract/endpoint';
import { maxBytesOf } from '@cusp/contract/file-types';
import { type OpenUpload, uploadState } from '@cusp/contract/uploads';
import { sql } from 'kysely';
import type { Actor } from '../../platform/http/actor.ts';
import { found, Refusal } from '../../platform/http/refusal.ts';
import type { Services } from '../../platform/services.ts';
import { inTransaction } from '../../platform/work.ts';
import { cleanFilename } from './file-name.ts';
import { mayAddFile } from './files.policy.ts';
import { placeOf } from './files.sql.ts';
import { allowedExtension, reserveQuota } from './keep-file.ts';
import { tooLarge } from './receive-file.ts';
import type { Announced, Progress } from './tus-headers.ts';
import { forgetUpload, keptUntil, openUploads } from './uploads.sql.ts';

/** Limit of unfinished uploads per person; the oldest is dropped for a new one. */
const MAX_UNFINISHED = 20;

export const uploadUrl = (id: string): string => pathOf(uploadState, { upload: id });

/** One's own unfinished uploads to a case. */
export async function listUploads(services: Services, actor: Actor, caseId: number): Promise<OpenUpload[]> {
  found(await placeOf(services.db, actor.userId, caseId));
  const rows = await openUploads(services.db, actor.userId, caseId);
  return rows.map(({ id, filename, size, received, modified }) => ({
    url: uploadUrl(id),
    filename,
    size,
    offset: received,
    modified,
  }));
}

/** Begins an upload to a case and reserves its quota; refuses at once what could not become a file. */
export async function beginUpload(
  services: Services,
  actor: Actor,
  caseId: number,
  announced: Announced,
): Promise<Progress & { id: string }> {
  const refusal = mayAddFile(found(await placeOf(services.db, actor.userId, caseId)));
  if (refusal) throw new Refusal(refusal);
  const filename = cleanFilename(announced.filename);
  const extension = allowedExtension(filename);
  if (announced.size > maxBytesOf(extension)) throw tooLarge(extension);
  const expiresAt = keptUntil();
  const id = await inTransaction(services, actor, async (work) => {
    // One at a time per person, because two could both get the last of the quota.
    await sql`select pg_advisory_xact_lock(hashtext('uploads'), hashtext(${String(actor.userId)}))`.execute(
      work.tx,
    );
    const unfinished = await work.tx
      .selectFrom('upload')
      .select('id')
      .where('user_id', '=', actor.userId)
      .where('file_id', 'is', null)
      .orderBy('expires_at', 'desc')
      .offset(MAX_UNFINISHED - 1)
      .execute();
    for (const old of unfinished) await forgetUpload(work, old.id);
    await reserveQuota(work, { caseId, filename, size: announced.size });
    const row = await work.tx
      .insertInto('upload')
      .values({
        case_id: caseId,
        user_id: actor.userId,
        filename,
        size: announced.size,
        modified: announced.modified,
        file_id: null,
        expires_at: expiresAt,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return row.id;
  });
  return { id, offset: 0, size: announced.size, expiresAt };
}
