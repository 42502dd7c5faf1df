import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import { cleanHeif } from '../../platform/files/heif.ts';
import { cleanJpeg } from '../../platform/files/jpeg.ts';
import { cleanPng } from '../../platform/files/png.ts';
import type { Storage } from '../../platform/files/storage.ts';
import { cleanWebp } from '../../platform/files/webp.ts';
import type { Services } from '../../platform/services.ts';
import { readWhole } from '../light-copies/read-whole.ts';
import { cleanMesh, UnreadableHeader } from './clean-mesh.ts';
import { copyKey } from './copy-key.ts';
import {
  CLEANED_PICTURES,
  type CopyOutcome,
  copiesOf,
  keepCopy,
  picturesToClean,
} from './served-copies.sql.ts';

/** Limit, because a picture is cleaned in memory. */
const LARGEST_PICTURE = 64 * 1024 * 1024;
const MESH_HEAD = 4096;
/** Batch size of the backfill per run of housekeeping. */
const AT_A_TIME = 100;

export interface Stored {
  id: number;
  mediaType: string;
  size: number;
  /** Lower-case hex. */
  sha256: string;
  storageKey: string;
}

const PICTURES: Readonly<Record<string, (bytes: Buffer) => Buffer | null>> = {
  'image/jpeg': (bytes) => cleanJpeg(bytes)?.bytes ?? null,
  'image/png': (bytes) => cleanPng(bytes, { keepsAnimation: true })?.bytes ?? null,
  'image/webp': cleanWebp,
  'image/heic': cleanHeif,
  'image/avif': cleanHeif,
};

const isMesh = (mediaType: string) =>
  ['model/stl', 'model/ply', 'model/obj', 'text/plain'].includes(mediaType);

/** Removes what could identify a patient, a place or a device from a file's bytes; stores no row yet. */
export async function makeClean(storage: Storage, file: Omit<Stored, 'id'>): Promise<CopyOutcome> {
  if (CLEANED_PICTURES.includes(file.mediaType)) return cleanPicture(storage, file);
  return isMesh(file.mediaType) ? cleanModel(storage, file) : { failure: 'kind' };
}

async function cleanPicture(storage: Storage, file: Omit<Stored, 'id'>): Promise<CopyOutcome> {
  if (file.size > LARGEST_PICTURE) return { failure: 'too-large' };
  const bytes = Buffer.from(await readWhole(storage, file.storageKey, file.size));
  const clean = PICTURES[file.mediaType]?.(bytes) ?? null;
  if (!clean) return { failure: 'damaged' };
  if (clean.equals(bytes)) return 'same';
  const storageKey = copyKey(file.storageKey, 'clean');
  await storage.write(storageKey, Readable.from([clean]));
  const sha256 = createHash('sha256').update(clean).digest('hex');
  return { storageKey, size: clean.length, sha256, crc32: crc32(clean) };
}

async function cleanModel(storage: Storage, file: Omit<Stored, 'id'>): Promise<CopyOutcome> {
  const storageKey = copyKey(file.storageKey, 'clean');
  const hash = createHash('sha256');
  let [size, sum] = [0, 0];
  const head = await beginningOf(storage, file);
  async function* clean(): AsyncGenerator<Buffer> {
    const source = (await storage.read(file.storageKey)) as AsyncIterable<Buffer>;
    for await (const piece of cleanMesh(file.mediaType, head, file.size, source)) {
      size += piece.length;
      sum = crc32(piece, sum);
      hash.update(piece);
      yield piece;
    }
  }
  try {
    await storage.write(storageKey, Readable.from(clean(), { objectMode: false }));
  } catch (error) {
    if (error instanceof UnreadableHeader) return { failure: 'damaged' };
    throw error;
  }
  const sha256 = hash.digest('hex');
  if (sha256 !== file.sha256) return { storageKey, size, sha256, crc32: sum };
  await storage.remove(storageKey);
  return 'same';
}

async function beginningOf(storage: Storage, { storageKey, size }: Omit<Stored, 'id'>): Promise<Buffer> {
  const pieces: Buffer[] = [];
  const range = { start: 0, end: Math.min(MESH_HEAD, size) - 1 };
  for await (const piece of (await storage.read(storageKey, range)) as AsyncIterable<Buffer>)
    pieces.push(Buffer.from(piece));
  return Buffer.concat(pieces);
}

/** The clean bytes of files by id, made now if missing. */
export async function cleanCopiesOf(
  services: Services,
  files: readonly Stored[],
): Promise<Map<number, CopyOutcome>> {
  const ids = files.map(({ id }) => id);
  const copies = await copiesOf(services.db, ids, 'clean');
  for (const file of files) {
    if (copies.has(file.id)) continue;
    const outcome = await makeClean(services.storage, file);
    copies.set(file.id, outcome);
    await keepOrRemove(services, file, outcome);
  }
  return copies;
}

/** Removes the copy of a file that was deleted while it was made. */
async function keepOrRemove({ db, storage }: Services, file: Stored, outcome: CopyOutcome): Promise<void> {
  const isKept = await keepCopy(db, file.id, 'clean', outcome);
  if (!isKept) await storage.remove(copyKey(file.storageKey, 'clean'));
}

/** Backfills clean copies of older pictures. */
export async function cleanOldPictures(services: Services): Promise<void> {
  for (const file of await picturesToClean(services.db, AT_A_TIME)) {
    try {
      await cleanCopiesOf(services, [file]);
    } catch (error) {
      services.log.warn({ err: error, fileId: file.id }, 'a picture was not cleaned');
    }
  }
}
