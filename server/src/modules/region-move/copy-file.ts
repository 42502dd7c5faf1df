import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { sql } from 'kysely';
import { lockBytes } from '../../platform/files/lock-bytes.sql.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { askPeerForBytes, NoSuchBytes } from '../../platform/region/peer-bytes.ts';
import type { Services } from '../../platform/services.ts';
import { BYTES } from './calls.ts';
import type { MovedFile } from './files.sql.ts';
import { lockForCopy } from './import-step.sql.ts';

/** The bytes of a file are unavailable, or differ from those that the source has recorded. */
export class LostFile extends Error {}

/** Consecutive attempts without a new byte. */
const TRIES = 3;
/** A transfer without progress for this long is resumed with a new request. */
const STILL_MS = 30_000;
/** The recorded size until all bytes of a file are here. */
const NOT_COPIED = -1;

/** Copies the bytes of a file that is not here yet, and compares their SHA-256. The question reports the progress. */
export async function copyFile(
  services: Services,
  { moveId, percent }: { moveId: string; percent: number },
  file: MovedFile,
): Promise<void> {
  const { db, storage } = services;
  const { rows } = await sql`
    select from case_file join dental_case on dental_case.id = case_id
    where storage_key = ${file.key} and author_id <> all(select unnest(circle) from region_import where move_id = ${moveId})
  `.execute(db);
  if (rows.length > 0) throw new LostFile(`${file.key} belongs to somebody else`);
  await announceCopy(services, moveId, file.key);
  const hash = createHash('sha256');
  let size = 0;
  async function* checked(): AsyncGenerator<Buffer> {
    for await (const chunk of bytesOf(services, { moveId, percent }, file)) {
      hash.update(chunk);
      size += chunk.length;
      // A faulty source could otherwise fill the disk.
      if (size > file.size) throw new LostFile(`${file.key} has more than ${file.size} bytes`);
      yield chunk;
    }
    if (size !== file.size) throw new LostFile(`${file.key} has ${size} of ${file.size} bytes`);
  }
  await storage.write(file.key, Readable.from(checked(), { objectMode: false }), { giveBack: true });
  const sha256 = hash.digest('hex');
  if (file.sha256 !== null && file.sha256 !== sha256) {
    await storage.remove(file.key);
    throw new LostFile(`${file.key} has other bytes than those that were uploaded`);
  }
  await db.transaction().execute(async (tx) => {
    await lockForCopy(tx, moveId);
    await tx
      .insertInto('region_import_file')
      .values({ move_id: moveId, storage_key: file.key, size, sha256 })
      .onConflict((conflict) => conflict.columns(['move_id', 'storage_key']).doUpdateSet({ size, sha256 }))
      .execute();
  });
}

/**
 * Records a file before its bytes are written, so that a late removal of earlier bytes with this key keeps them. The
 * lock waits for a removal in progress.
 */
const announceCopy = ({ db }: Services, moveId: string, key: string): Promise<void> =>
  db.transaction().execute(async (tx) => {
    await lockBytes(tx, key);
    await lockForCopy(tx, moveId);
    await tx
      .insertInto('region_import_file')
      .values({ move_id: moveId, storage_key: key, size: NOT_COPIED, sha256: null })
      .onConflict((conflict) => conflict.columns(['move_id', 'storage_key']).doNothing())
      .execute();
  });

/** The bytes of a file from the other region; an interrupted transfer is resumed where it stopped. */
async function* bytesOf(
  services: Services,
  { moveId, percent }: { moveId: string; percent: number },
  { key, size }: MovedFile,
): AsyncGenerator<Buffer> {
  let start = 0;
  for (let tries = 0; start < size; ) {
    const before = start;
    let isReachable = true;
    const stop = new AbortController();
    let timer = setTimeout(() => stop.abort(), STILL_MS);
    try {
      const stream = await askPeerForBytes(
        services,
        BYTES,
        { move: moveId, percent, key, start },
        stop.signal,
      );
      for await (const chunk of stream as AsyncIterable<Buffer>) {
        clearTimeout(timer);
        start += chunk.length;
        yield chunk;
        timer = setTimeout(() => stop.abort(), STILL_MS);
      }
    } catch (error) {
      isReachable = error instanceof NoSuchBytes;
      services.log.warn({ err: error, key, start }, 'the copy of a file was interrupted');
    } finally {
      clearTimeout(timer);
    }
    tries = start > before ? 0 : tries + 1;
    if (tries < TRIES) continue;
    // A region that restarts or does not respond is asked again later.
    if (!isReachable) throw new Refusal('region_unreachable');
    throw new LostFile(`no bytes of ${key} from ${start} on`);
  }
}

/** The files among these that have not been copied. */
export async function missingOf(
  { db }: Pick<Services, 'db'>,
  moveId: string,
  files: readonly MovedFile[],
): Promise<MovedFile[]> {
  if (files.length === 0) return [];
  const known = await db
    .selectFrom('region_import_file')
    .select(['storage_key', 'sha256', 'size'])
    .where('move_id', '=', moveId)
    .where(
      'storage_key',
      'in',
      files.map(({ key }) => key),
    )
    .execute();
  const copied = new Map(known.map((row) => [row.storage_key, row]));
  return files.filter(({ key, size, sha256 }) => {
    const copy = copied.get(key);
    return !copy || copy.size !== size || (sha256 !== null && copy.sha256 !== sha256);
  });
}
