import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { forgetUnlessKept } from '../../platform/files/forget-unless-kept.ts';
import { MissingBytes, type Storage } from '../../platform/files/storage.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { found, Refusal } from '../../platform/http/refusal.ts';
import type { Services } from '../../platform/services.ts';
import { inTransaction } from '../../platform/work.ts';
import { allowedExtension, keepFile } from './keep-file.ts';
import { receiveFile, removeRefused } from './receive-file.ts';
import type { Progress } from './tus-headers.ts';
import { forgetParts, keptUntil, lockUpload, restartUpload, type UploadRow } from './uploads.sql.ts';

interface StoredPart {
  start: number;
  size: number;
  key: string;
}

/** Assembles the parts and stores them as a file of the case. If a part is missing the upload starts again. */
export async function finishUpload(
  services: Services,
  actor: Actor,
  upload: UploadRow,
  parts: readonly StoredPart[],
): Promise<Progress> {
  const { caseId, filename, size } = upload;
  const key = `cases/${caseId}/${randomUUID()}`;
  await forgetUnlessKept(services, key);
  const source = new StoredBytes(services.storage, parts);
  const bytes = Readable.from(source.read(), { objectMode: false });
  const received = await receiveFile(services.storage, key, allowedExtension(filename), bytes).catch(
    async (error: unknown) => {
      if (!source.isBroken) throw error;
      services.log.error({ err: error, upload: upload.id }, 'a stored part of an upload is lost');
      await inTransaction(services, actor, (work) => restartUpload(work, upload));
      // The client asks for the offset and learns that it is 0.
      throw new Refusal('upload_elsewhere', 'upload-offset');
    },
  );
  try {
    return await inTransaction(services, actor, async (work) => {
      const now = found(await lockUpload(work.tx, actor.userId, upload.id));
      if (now.received !== upload.received) throw new Refusal('upload_elsewhere', 'upload-offset');
      const kept = await keepFile(work, caseId, { ...received, filename, key });
      const expiresAt = keptUntil();
      await work.tx
        .updateTable('upload')
        .set({ received: size, file_id: kept.id, expires_at: expiresAt })
        .where('id', '=', upload.id)
        .execute();
      await forgetParts(work, upload.id);
      return { offset: size, size, expiresAt, isUnchanged: kept.isUnchanged };
    });
  } catch (error) {
    await removeRefused(services.storage, key, error);
    throw error;
  }
}

/** The bytes of all parts, one after the other. */
class StoredBytes {
  readonly #storage: Storage;
  readonly #parts: readonly StoredPart[];
  /** A part was missing or had the wrong length. */
  isBroken = false;

  constructor(storage: Storage, parts: readonly StoredPart[]) {
    this.#storage = storage;
    this.#parts = parts;
  }

  async *read(): AsyncGenerator<Buffer> {
    for (const { key, size } of this.#parts) {
      let left = size;
      for await (const chunk of await this.#open(key)) {
        left -= chunk.length;
        yield chunk;
      }
      if (left !== 0) this.#break(new Error('a part is not as long as it was'));
    }
  }

  async #open(key: string): Promise<AsyncIterable<Buffer>> {
    try {
      return await this.#storage.read(key);
    } catch (error) {
      if (error instanceof MissingBytes) this.#break(error);
      throw error;
    }
  }

  #break(error: Error): never {
    this.isBroken = true;
    throw error;
  }
}
