import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import pLimit from 'p-limit';
import { found } from '../../platform/http/refusal.ts';
import type { Services } from '../../platform/services.ts';
import { readWhole } from '../light-copies/read-whole.ts';
import type { Stored } from './clean-copy.ts';
import { copyKey } from './copy-key.ts';
import { heicInThread } from './heic-in-thread.ts';
import { type Bytes, type CopyOutcome, copiesOf, keepCopy } from './served-copies.sql.ts';

/** A format that is stored as sent and shown as a converted JPEG. */
export const HEIC = 'image/heic';

const LARGEST_HEIC = 64 * 1024 * 1024;

/** Limit, because a decoder's memory is proportional to the number of pixels. */
const oneAtATime = pLimit(1);

/** The JPEG of a HEIC picture, made at the first request. Throws `not_found` if it cannot be made. */
export async function previewOf(services: Services, file: Stored): Promise<Bytes> {
  const known = () => knownOf(services, file);
  const outcome = (await known()) ?? (await oneAtATime(async () => (await known()) ?? make(services, file)));
  return found(isMade(outcome) ? outcome : undefined);
}

const knownOf = async ({ db }: Services, { id }: Stored) => (await copiesOf(db, [id], 'preview')).get(id);

const isMade = (outcome: CopyOutcome): outcome is Bytes => outcome !== 'same' && 'storageKey' in outcome;

async function make(services: Services, file: Stored): Promise<CopyOutcome> {
  const outcome = await decoded(services, file);
  if (await keepCopy(services.db, file.id, 'preview', outcome)) return outcome;
  // This process wrote nothing, and another one may have made the copy.
  if (!isMade(outcome)) return (await knownOf(services, file)) ?? outcome;
  await services.storage.remove(copyKey(file.storageKey, 'preview'));
  return outcome;
}

async function decoded({ storage, log }: Services, file: Stored): Promise<CopyOutcome> {
  if (file.size > LARGEST_HEIC) return { failure: 'too-large' };
  const reply = await heicInThread(await readWhole(storage, file.storageKey, file.size));
  if ('failure' in reply) {
    log.info({ fileId: file.id, failure: reply.failure }, 'no preview of a picture');
    return reply;
  }
  const storageKey = copyKey(file.storageKey, 'preview');
  await storage.write(storageKey, Readable.from([Buffer.from(reply.bytes)]));
  const sha256 = createHash('sha256').update(reply.bytes).digest('hex');
  return { storageKey, size: reply.bytes.length, sha256, crc32: crc32(reply.bytes) };
}
