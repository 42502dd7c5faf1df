import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { forgetUnlessKept } from '../../platform/files/forget-unless-kept.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { found, Refusal } from '../../platform/http/refusal.ts';
import type { Services } from '../../platform/services.ts';
import { inTransaction } from '../../platform/work.ts';
import { finishUpload } from './finish-upload.ts';
import { refuseUpload } from './keep-file.ts';
import type { Progress } from './tus-headers.ts';
import { forgetUpload, keptUntil, lockUpload, partsOf, type UploadRow, uploadById } from './uploads.sql.ts';

/** Limit of parts per upload; a frequently breaking connection creates many. */
const MAX_PARTS = 2000;

export interface Part {
  /** Offset of its bytes in the file. */
  offset: number;
  /** Declared number of bytes; null if not declared. */
  length: number | null;
  bytes: Readable;
}

/** The offset of an upload. The full length is reported only when the file is stored. */
export async function stateOfUpload(services: Services, actor: Actor, id: string): Promise<Progress> {
  return progressOf(found(await uploadById(services.db, actor.userId, id)));
}

/** Cancels an upload. */
export async function dropUpload(services: Services, actor: Actor, id: string): Promise<void> {
  await inTransaction(services, actor, async (work) => {
    await forgetUpload(work, found(await lockUpload(work.tx, actor.userId, id)).id);
  });
}

/**
 * Stores the next bytes of an upload. Bytes received before a broken connection count. The last bytes complete the
 * file under the same rules as a single request, checked on all of its bytes. A permanent refusal removes the upload.
 */
export async function receivePart(
  services: Services,
  actor: Actor,
  id: string,
  part: Part,
): Promise<Progress> {
  const upload = found(await uploadById(services.db, actor.userId, id));
  if (part.offset !== upload.received) throw new Refusal('upload_elsewhere', 'upload-offset');
  if (upload.fileId !== null) return progressOf(upload);
  const left = upload.size - upload.received;
  if (part.length !== null && part.length > left) throw new Refusal('file_too_large', 'file');
  return forgottenWhenRefused(services, actor, upload, async () => {
    await refuseUpload(services, actor, upload.caseId, upload);
    const parts = await partsOf(services.db, id);
    if (parts.length >= MAX_PARTS) throw new Refusal('upload_too_many_parts');

    const key = `uploads/${randomUUID()}`;
    await forgetUnlessKept(services, key);
    const size = await store(services, key, part.bytes, left);
    try {
      if (size === 0) return progressOf(upload);
      const stored = { start: upload.received, size, key };
      if (size < left) return await keepPart(services, actor, upload, stored);
      return await finishUpload(services, actor, upload, [...parts, stored]);
    } finally {
      const isKept = await services.db
        .selectFrom('upload_part')
        .select('start')
        .where('storage_key', '=', key)
        .executeTakeFirst();
      if (!isKept) await services.storage.remove(key);
    }
  });
}

/** Stores bytes until the connection breaks or `most` bytes are there; refuses more than that. */
async function store(services: Services, key: string, bytes: Readable, most: number): Promise<number> {
  let size = 0;
  async function* arriving(): AsyncGenerator<Buffer> {
    try {
      for await (const chunk of bytes as AsyncIterable<Buffer>) {
        size += chunk.length;
        if (size > most) throw new Refusal('file_too_large', 'file');
        yield chunk;
      }
    } catch (error) {
      // Any other error is a broken or slow connection: keep what was received.
      if (error instanceof Refusal && error.code !== 'request_too_slow') throw error;
    }
  }
  await services.storage.write(key, Readable.from(arriving(), { objectMode: false }), { giveBack: true });
  return size;
}

async function keepPart(
  services: Services,
  actor: Actor,
  upload: UploadRow,
  part: { start: number; size: number; key: string },
): Promise<Progress> {
  return inTransaction(services, actor, async (work) => {
    const now = found(await lockUpload(work.tx, actor.userId, upload.id));
    if (now.received !== part.start) throw new Refusal('upload_elsewhere', 'upload-offset');
    await work.tx
      .insertInto('upload_part')
      .values({ upload_id: upload.id, start: part.start, size: part.size, storage_key: part.key })
      .execute();
    const expiresAt = keptUntil();
    const received = part.start + part.size;
    await work.tx
      .updateTable('upload')
      .set({ received, expires_at: expiresAt })
      .where('id', '=', upload.id)
      .execute();
    return { offset: received, size: upload.size, expiresAt };
  });
}

/** Permanent refusals, which sending the same bytes again cannot change, remove the upload. */
async function forgottenWhenRefused<T>(
  services: Services,
  actor: Actor,
  upload: UploadRow,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Refusal && error.code !== 'upload_elsewhere') {
      await inTransaction(services, actor, async (work) => {
        const now = await lockUpload(work.tx, actor.userId, upload.id);
        if (now && now.fileId === null) await forgetUpload(work, now.id);
      });
    }
    throw error;
  }
}

const progressOf = ({ received, size, expiresAt }: UploadRow): Progress => ({
  offset: received,
  size,
  expiresAt,
});
