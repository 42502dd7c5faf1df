import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { CaseFile } from '@cusp/contract/cases';
import { MAX_PREVIEW_BYTES, PREVIEW_NAME } from '@cusp/contract/file-types';
import { isMeshName } from '@cusp/mesh/classify-scan';
import { forgetUnlessKept } from '../../platform/files/forget-unless-kept.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { found, Refusal } from '../../platform/http/refusal.ts';
import type { Services } from '../../platform/services.ts';
import { inTransaction } from '../../platform/work.ts';
import { cleanFilename } from './file-name.ts';
import { presentFiles } from './files.present.ts';
import { filesOf } from './files.sql.ts';
import { allowedExtension, keepFile, refuseUpload } from './keep-file.ts';
import { type Received, receiveFile, removeRefused } from './receive-file.ts';

/** The file with this id, the newest of its name or an earlier one. */
function withId(files: readonly CaseFile[], id: number): CaseFile | undefined {
  const versions = files.flatMap(({ earlier, ...newest }) =>
    [newest, ...earlier].map((version, at) => ({ ...version, earlier: earlier.slice(at) })),
  );
  return versions.find((version) => version.id === id);
}

/** Preview pictures are not announced, so they must be small PNGs of one's own scans. */
async function refuseForeignScans(services: Services, actor: Actor, caseId: number): Promise<void> {
  const files = await filesOf(services.db, actor.userId, caseId);
  const isOwn = files.some((file) => file.uploaderId === actor.userId && isMeshName(file.filename));
  if (!isOwn) throw new Refusal('forbidden');
}

function refuseOtherThanPicture({ mediaType, size }: Received): void {
  if (mediaType !== 'image/png') throw new Refusal('file_content_mismatch', 'file');
  if (size > MAX_PREVIEW_BYTES) throw new Refusal('too_large', 'file');
}

export interface Incoming {
  filename: string;
  bytes: Readable;
}

/**
 * Adds one file to a case or one's own draft. Refuses before the first byte where possible; `open` then gives the
 * bytes. The row is written after all bytes are stored, so partial files are never listed.
 */
export async function uploadFile(
  services: Services,
  actor: Actor,
  caseId: number,
  open: () => Promise<Incoming | null>,
  { isMadePreview = false } = {},
): Promise<CaseFile> {
  await refuseUpload(services, actor, caseId, null);
  if (isMadePreview) await refuseForeignScans(services, actor, caseId);
  const incoming = await open();
  if (!incoming) throw new Refusal('file_missing', 'file');
  const filename = isMadePreview ? PREVIEW_NAME : cleanFilename(incoming.filename);
  const extension = allowedExtension(filename);

  const key = `cases/${caseId}/${randomUUID()}`;
  await forgetUnlessKept(services, key);
  const received = await receiveFile(services.storage, key, extension, incoming.bytes);
  try {
    if (isMadePreview) refuseOtherThanPicture(received);
    return await inTransaction(services, actor, async (work) => {
      const { id } = await keepFile(work, caseId, {
        ...received,
        filename,
        key,
        isMadePreview,
      });
      const files = presentFiles(actor.userId, await filesOf(work.tx, actor.userId, caseId));
      return found(withId(files, id));
    });
  } catch (error) {
    await removeRefused(services.storage, key, error);
    throw error;
  }
}
