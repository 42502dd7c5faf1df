import { crc32 } from 'node:zlib';
import { sql } from 'kysely';
import type { Doer } from '../../platform/http/actor.ts';
import type { Services } from '../../platform/services.ts';
import type { Work } from '../../platform/work.ts';

interface Stored {
  id: number;
  storageKey: string;
}

/** Limit of bytes read in one run. */
const BYTES_A_RUN = 4 * 1024 ** 3;
/** Files often arrive together; one delayed run handles all of them. */
const RUN_AFTER_MS = 5000;

/** Schedules the checksums that zips need, after the uploads, which they would slow down. */
export const queueChecksums = (work: Work<Doer>): Promise<void> =>
  work.enqueue(
    'file-checksums',
    {},
    { singletonKey: 'all', startAfter: new Date(Date.now() + RUN_AFTER_MS) },
  );

/** The CRC-32 of a file, computed and stored if missing. */
export async function checksumOf(services: Services, file: Stored): Promise<number> {
  let sum = 0;
  for await (const chunk of await services.storage.read(file.storageKey)) sum = crc32(chunk, sum);
  await services.db.updateTable('case_file').set({ crc32: sum }).where('id', '=', file.id).execute();
  return sum;
}

/** Computes missing checksums, a limited number per run. */
export async function fillChecksums(services: Services): Promise<void> {
  const waiting = await services.db
    .selectFrom('case_file')
    .select(['id', 'size', 'storage_key as storageKey'])
    .where('crc32', 'is', null)
    .where('deleted_at', 'is', null)
    .orderBy(sql`random()`)
    .limit(500)
    .execute();
  let left = BYTES_A_RUN;
  for (const file of waiting) {
    left -= file.size;
    if (left < 0) return;
    try {
      await checksumOf(services, file);
    } catch (error) {
      services.log.warn({ err: error, fileId: file.id }, 'no checksum of a stored file');
    }
  }
}
