import { createHash } from 'node:crypto';
import { type Readable, Transform, type TransformCallback, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { MAX_FILE_BYTES, maxBytesOf } from '@cusp/contract/file-types';
import { truncatedStl } from '@cusp/mesh/truncated';
import type { Storage } from '../../platform/files/storage.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { makeClean } from '../served-copies/clean-copy.ts';
import { removeServedCopies } from '../served-copies/copy-key.ts';
import { CLEANED_PICTURES, type CopyOutcome } from '../served-copies/served-copies.sql.ts';
import { contentType, headBytes, needsSize } from './content-check.ts';
import { hasTooManyPixels, JpegPixels } from './picture-size.ts';

export interface Received {
  size: number;
  /** Lower-case hex. */
  sha256: string;
  mediaType: string;
  /** Storage key of the picture without metadata, beside the file. */
  clean: CopyOutcome | null;
}

/** The refusal of a file larger than its format allows. */
export const tooLarge = (extension: string): Refusal =>
  new Refusal(maxBytesOf(extension) < MAX_FILE_BYTES ? 'material_too_large' : 'file_too_large', 'file');

/** Passes bytes on while counting, hashing and checking them; throws as soon as they must be refused. */
class Inspection extends Transform {
  readonly #extension: string;
  readonly #headMost: number;
  readonly #hash = createHash('sha256');
  #head: Buffer[] = [];
  #headSize = 0;
  #size = 0;
  #mediaType: string | null = null;
  #jpeg: JpegPixels | null = null;

  constructor(extension: string) {
    super();
    this.#extension = extension;
    this.#headMost = headBytes(extension);
  }

  result(): Omit<Received, 'clean'> {
    return {
      size: this.#size,
      sha256: this.#hash.digest('hex'),
      mediaType: this.#mediaType ?? '',
    };
  }

  override _transform(chunk: Buffer, _encoding: string, done: TransformCallback): void {
    const refusal = this.#take(chunk);
    done(refusal, refusal ? undefined : chunk);
  }

  override _flush(done: TransformCallback): void {
    done(this.#mediaType === null ? this.#judge() : null);
  }

  #take(chunk: Buffer): Refusal | null {
    this.#size += chunk.length;
    if (this.#size > maxBytesOf(this.#extension)) return tooLarge(this.#extension);
    this.#hash.update(chunk);
    if (this.#headSize >= this.#headMost) return this.#measure(chunk);
    // A copy, because the store detaches what it has written.
    this.#head.push(Buffer.from(chunk));
    this.#headSize += chunk.length;
    return this.#headSize < this.#headMost || needsSize(this.#extension) ? null : this.#judge();
  }

  #judge(): Refusal | null {
    if (this.#size === 0) return new Refusal('file_empty', 'file');
    const head = Buffer.concat(this.#head, this.#headSize);
    this.#head = [];
    this.#mediaType = contentType(this.#extension, head, this.#size);
    if (this.#mediaType === null) return this.#mismatch(head);
    if (this.#mediaType === 'image/jpeg') this.#jpeg = new JpegPixels();
    const isTooMuch = this.#mediaType.startsWith('image/') && hasTooManyPixels(head);
    return isTooMuch ? new Refusal('picture_too_many_pixels', 'file') : this.#measure(head);
  }

  #measure(bytes: Buffer): Refusal | null {
    this.#jpeg?.take(bytes);
    return this.#jpeg?.areTooMany ? new Refusal('picture_too_many_pixels', 'file') : null;
  }

  #mismatch(head: Buffer): Refusal {
    const triangles = needsSize(this.#extension) ? truncatedStl(head, this.#size) : null;
    if (!triangles) return new Refusal('file_content_mismatch', 'file');
    const { errors } = new Refusal('file_ends_early', 'file').extra;
    return new Refusal('file_ends_early', { errors, triangles });
  }
}

/** Reads a file to its end and checks it as {@link receiveFile} does, without keeping anything. */
export async function inspectFile(extension: string, bytes: Readable): Promise<Omit<Received, 'clean'>> {
  const inspection = new Inspection(extension);
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  await pipeline(bytes, inspection, nowhere);
  return inspection.result();
}

/**
 * Streams a file into the store with constant memory. If it is truncated, too long, empty or does not match its name,
 * nothing is kept and the refusal is thrown.
 */
export async function receiveFile(
  storage: Storage,
  key: string,
  extension: string,
  bytes: Readable,
): Promise<Received> {
  const inspection = new Inspection(extension);
  // The parser stops at the limit without an error.
  bytes.once('limit', () => bytes.destroy(new Refusal('file_too_large', 'file')));
  const [passed, stored] = await Promise.allSettled([
    pipeline(bytes, inspection),
    storage.write(key, inspection, { giveBack: true }),
  ]);
  if (passed.status === 'fulfilled' && stored.status === 'fulfilled')
    return withClean(storage, key, inspection.result());
  if (stored.status === 'fulfilled') await storage.remove(key);
  for (const outcome of [passed, stored]) {
    if (outcome.status === 'rejected' && outcome.reason instanceof Refusal) throw outcome.reason;
  }
  throw stored.status === 'rejected' ? stored.reason : (passed as PromiseRejectedResult).reason;
}

/** Inspects the metadata of a picture before it can be requested. */
async function withClean(storage: Storage, key: string, file: Omit<Received, 'clean'>): Promise<Received> {
  if (!CLEANED_PICTURES.includes(file.mediaType)) return { ...file, clean: null };
  try {
    return { ...file, clean: await makeClean(storage, { ...file, storageKey: key }) };
  } catch (error) {
    await removeReceived(storage, key);
    throw error;
  }
}

/**
 * Removes what {@link receiveFile} stored if it was refused. After any other error the commit may have happened and
 * only its reply was lost, so the job of `forgetUnlessKept` finds out a day later.
 */
export async function removeRefused(storage: Storage, key: string, error: unknown): Promise<void> {
  if (error instanceof Refusal) await removeReceived(storage, key);
}

async function removeReceived(storage: Storage, key: string): Promise<void> {
  await storage.remove(key);
  await removeServedCopies(storage, key);
}
