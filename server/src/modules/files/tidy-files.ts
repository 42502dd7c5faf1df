import type { Services } from '../../platform/services.ts';
import { forgetCopies } from '../light-copies/light-copies.sql.ts';
import { removeLightCopies } from '../light-copies/light-copy-key.ts';
import { cleanOldPictures } from '../served-copies/clean-copy.ts';
import { removeServedCopies } from '../served-copies/copy-key.ts';
import { forgetServedCopies } from '../served-copies/served-copies.sql.ts';
import { announceSilentFiles } from './announce-files.ts';
import { fillChecksums } from './checksums.ts';

/** Removes stored bytes, and the copies beside them, unless a listed file or a part of an upload stands on them. */
export async function removeBytes(services: Services, key: string): Promise<void> {
  const kept = await services.db
    .selectFrom('case_file')
    .select('id')
    .where('storage_key', '=', key)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  const part = await services.db
    .selectFrom('upload_part')
    .select('start')
    .where('storage_key', '=', key)
    .executeTakeFirst();
  if (kept || part) return;
  await services.storage.remove(key);
  await removeLightCopies(services.storage, key);
  await forgetCopies(services.db, key);
  await removeServedCopies(services.storage, key);
  await forgetServedCopies(services.db, key);
}

/** Regular work on files: halves of broken uploads, grants that ran out, uploads nobody was told about, checksums, pictures of before they were cleaned. */
export async function tidyFiles(services: Services): Promise<void> {
  await services.storage.tidy();
  await services.db.deleteFrom('download_grant').where('expires_at', '<', new Date()).execute();
  await announceSilentFiles(services);
  await fillChecksums(services);
  await cleanOldPictures(services);
}
