import { randomBytes } from 'node:crypto';
import { audit } from '../../platform/audit/audit.ts';
import type { Db } from '../../platform/db/database.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { found, Refusal } from '../../platform/http/refusal.ts';
import type { Services } from '../../platform/services.ts';
import { inTransaction } from '../../platform/work.ts';
import { checksumOf } from './checksums.ts';
import { leavesOut, mayTakeAll } from './files.policy.ts';
import { newestOf } from './files.present.ts';
import { type FileRow, filesOf, placeOf } from './files.sql.ts';
import { servedFile, withCleanCopies } from './served-file.ts';

const GRANT_MS = 2 * 60 * 1000;

export interface Bundle {
  /** Name to save the zip under. */
  name: string;
  /** The newest version of each name, with its checksum. */
  files: (FileRow & { crc32: number })[];
}

/** Grants one download of a zip to this person within two minutes. The name cannot be guessed. */
export async function prepareDownloadAll(services: Services, actor: Actor, caseId: number): Promise<string> {
  const { place, files } = await open(services, actor, caseId);
  await requireBytes(services, files);
  const name = `${safe(place.no)}-${randomBytes(16).toString('base64url')}.zip`;
  await services.db
    .insertInto('download_grant')
    .values({ name, case_id: caseId, user_id: actor.userId, expires_at: new Date(Date.now() + GRANT_MS) })
    .execute();
  return name;
}

/** Spends the grant and returns the zip's entries; permissions are checked again. */
export async function takeAll(
  services: Services,
  actor: Actor,
  input: { caseId: number; idb64: string; filename: string },
): Promise<Bundle> {
  if (Buffer.from(input.idb64, 'base64url').toString() !== String(actor.userId))
    throw new Refusal('not_found');
  const { place, files } = await open(services, actor, input.caseId);
  await requireGrant(services.db, actor, input);
  // Before the grant is spent and the download recorded, because bytes may be gone.
  await requireBytes(services, files);
  const bundle = await bundleOf(services, place.no, files);
  await inTransaction(services, actor, async (work) => {
    const grant = await work.tx
      .deleteFrom('download_grant')
      .where('name', '=', input.filename)
      .where('case_id', '=', input.caseId)
      .where('user_id', '=', actor.userId)
      .returning('expires_at')
      .executeTakeFirst();
    if (!grant || grant.expires_at < new Date()) throw new Refusal('download_expired');
    await work.audit({
      action: 'files_downloaded',
      caseId: input.caseId,
      detail: { files: files.map(({ id }) => id) },
    });
  });
  return bundle;
}

async function requireGrant(
  db: Db,
  { userId }: Actor,
  { filename, caseId }: { filename: string; caseId: number },
): Promise<void> {
  const grant = await db
    .selectFrom('download_grant')
    .select('name')
    .where('name', '=', filename)
    .where('case_id', '=', caseId)
    .where('user_id', '=', userId)
    .where('expires_at', '>', new Date())
    .executeTakeFirst();
  if (!grant) throw new Refusal('download_expired');
}

/** Checks that all stored files are complete before the zip begins, because it would break off in the middle. */
export async function requireBytes(services: Services, files: readonly FileRow[]): Promise<void> {
  const sizes = await Promise.all(files.map(({ storageKey }) => services.storage.sizeOf(storageKey)));
  const lost = files.filter(({ size }, n) => sizes[n] !== size).map(({ id }) => id);
  if (lost.length === 0) return;
  services.log.error({ files: lost }, 'stored files are gone or cut');
  throw new Refusal('files_unreadable');
}

/** A zip of some files of a case, named after its number. */
export async function bundleOf(services: Services, no: string, files: readonly FileRow[]): Promise<Bundle> {
  const bundle: Bundle = { name: `${safe(no)}.zip`, files: [] };
  for (const file of files) {
    bundle.files.push({ ...file, crc32: file.crc32 ?? (await checksumOf(services, file)) });
  }
  return bundle;
}

/** The newest version of each name, as the person gets it. */
async function open(services: Services, actor: Actor, caseId: number) {
  const place = found(await placeOf(services.db, actor.userId, caseId));
  const files = newestOf(await filesOf(services.db, actor.userId, caseId));
  const code = mayTakeAll(place, files);
  if (code) {
    await audit(services.db, actor, { action: 'files_downloaded', result: 'refused', caseId });
    throw new Refusal(code);
  }
  return {
    place,
    files: (
      await withCleanCopies(
        services,
        files.filter((file) => !leavesOut(file)),
      )
    ).map(servedFile),
  };
}

const safe = (no: string): string => no.replace(/[^\w-]/g, '_');
