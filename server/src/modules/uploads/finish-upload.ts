import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { transact } from '../../platform/db/database.ts';
import type { Storage } from '../../platform/files/storage.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { found, Refusal } from '../../platform/http/refusal.ts';
import type { Services } from '../../platform/services.ts';
import { allowedExtension, forgetUnlessKept, keepFile } from '../files/keep-file.ts';
import { receiveFile } from '../files/receive-file.ts';
import type { Progress } from './tus-headers.ts';
import { forgetParts, keptUntil, lockUpload, type UploadRow } from './uploads.sql.ts';

interface StoredPart {
  start: number;
  size: number;
  key: string;
}

/** Puts the parts together and keeps them as a file of the case. */
export async function finishUpload(
  services: Services,
  actor: Actor,
  upload: UploadRow,
  parts: readonly StoredPart[],
): Promise<Progress> {
  const { caseId, filename, size } = upload;
  const key = `cases/${caseId}/${randomUUID()}`;
  await forgetUnlessKept(services, key);
  const bytes = Readable.from(bytesOf(services.storage, parts), { objectMode: false });
  const received = await receiveFile(services.storage, key, allowedExtension(filename), bytes);
  try {
    if (received.size !== size) throw new Error('the parts of an upload are not as long as the file');
    return await transact(services.db, async (tx) => {
      const now = found(await lockUpload(tx, actor.userId, upload.id));
      if (now.received !== upload.received) throw new Refusal('upload_elsewhere', 'upload-offset');
      const fileId = await keepFile(tx, services, actor, caseId, { ...received, filename, key });
      const expiresAt = keptUntil();
      await tx
        .updateTable('upload')
        .set({ received: size, file_id: fileId, expires_at: expiresAt })
        .where('id', '=', upload.id)
        .execute();
      await forgetParts(tx, services, upload.id);
      return { offset: size, size, expiresAt };
    });
  } catch (error) {
    await services.storage.remove(key);
    throw error;
  }
}

async function* bytesOf(storage: Storage, parts: readonly StoredPart[]): AsyncGenerator<Buffer> {
  for (const { key } of parts) yield* (await storage.read(key)) as AsyncIterable<Buffer>;
}
