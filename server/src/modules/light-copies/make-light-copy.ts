import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { isPackedName } from '@cusp/mesh/classify-scan';
import { extensionOf } from '@cusp/mesh/file-extensions';
import { LIGHT_RECIPE } from '@cusp/mesh/light-copy';
import type { MeshErrorCode } from '@cusp/mesh/mesh';
import type { Doer } from '../../platform/http/actor.ts';
import { internalActor, NOBODY } from '../../platform/http/actor.ts';
import type { Services } from '../../platform/services.ts';
import { inTransaction, type Work } from '../../platform/work.ts';
import { audienceOf } from '../case-access/visible-cases.sql.ts';
import { countTry, fileToCopy, holdCase, keepOutcome } from './light-copies.sql.ts';
import { lightCopyKey, removeLightCopies } from './light-copy-key.ts';
import { readMaterialFiles } from './material-files.ts';
import { readWhole } from './read-whole.ts';
import { copyInThread, timeFor } from './run-in-thread.ts';

/** Attempts that may end without a result, by timeout or crash. */
const MAX_TRIES = 3;

/**
 * Makes the light copy of a file, or stores why there is none. Idempotent; after an interruption the next attempt
 * starts again and writes to the same key.
 */
export async function makeLightCopy(
  services: Services,
  fileId: number,
  timeOf: (fileBytes: number) => number = timeFor,
): Promise<void> {
  const { db, storage } = services;
  const file = await fileToCopy(db, fileId);
  if (!file) return;
  if (file.recipe === LIGHT_RECIPE && (file.copyKey !== null || file.failure !== null)) return;

  const bytes = await readWhole(storage, file.storageKey, file.size);
  const tries = await countTry(db, fileId);
  const { materialsChanged } = file;
  if (tries > MAX_TRIES) return giveUp(services, fileId, { failure: 'too-large', materialsChanged });
  const reply = await copyInThread(
    { bytes, extension: extensionOf(file.filename) },
    timeOf(file.size),
    (keys) => readMaterialFiles(services, file.caseId, keys),
  );
  if ('failure' in reply) {
    if (reply.failure === 'timeout' && tries < MAX_TRIES) throw new Error('a light copy took too long');
    return giveUp(services, fileId, { failure: reply.failure, materialsChanged });
  }

  const key = lightCopyKey(file.storageKey);
  await storage.write(key, Readable.from([reply.bytes]));
  const made = {
    storageKey: key,
    size: reply.bytes.length,
    sha256: createHash('sha256').update(reply.bytes).digest('hex'),
    triangles: reply.triangles,
    shape: reply.shape,
    materialFiles: reply.materialFiles,
    materialsChanged,
  };
  const kept = await inTransaction(services, NOBODY, async (work) => {
    // The case is locked first, as everywhere.
    const place = isPackedName(file.filename) ? await holdCase(work.tx, fileId) : null;
    const outcome = await keepOutcome(work.tx, fileId, made);
    if (place && outcome === 'kept') await recordResult(work, fileId, place, 'packed_scan_read');
    return outcome;
  });
  if (kept === 'outdated') throw new Error('material files came or went while a light copy was made');
  // The original has been deleted, so the copy must be removed here.
  if (kept === 'gone') await removeLightCopies(storage, file.storageKey);
  else if (file.copyKey && file.copyKey !== key) await storage.remove(file.copyKey);
}

/** Stores why there is no copy, and sends an event to people who have the case open. */
async function giveUp(
  services: Services,
  fileId: number,
  why: { failure: MeshErrorCode; materialsChanged: number },
): Promise<void> {
  services.log.info({ fileId, failure: why.failure }, 'no light copy');
  await inTransaction(services, NOBODY, async (work) => {
    const place = await holdCase(work.tx, fileId);
    if (!place || (await keepOutcome(work.tx, fileId, why)) === 'gone') return;
    await recordResult(work, fileId, place, 'file_not_shown');
  });
}

/** Sends an event with the result to people who have the case open. */
async function recordResult(
  work: Work<Doer>,
  fileId: number,
  { caseId, uploaderId }: NonNullable<Awaited<ReturnType<typeof holdCase>>>,
  name: 'file_not_shown' | 'packed_scan_read',
): Promise<void> {
  await work.as(internalActor(uploaderId)).record({
    name,
    caseId,
    audience: await audienceOf(work.tx, { id: caseId }),
    ids: { file: fileId },
  });
}
