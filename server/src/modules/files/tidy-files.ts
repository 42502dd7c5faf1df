import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { lockBytes } from '../../platform/files/lock-bytes.sql.ts';
import { NOBODY } from '../../platform/http/actor.ts';
import type { Services } from '../../platform/services.ts';
import { inTransaction } from '../../platform/work.ts';
import { forgetCopies } from '../light-copies/light-copies.sql.ts';
import { removeLightCopies } from '../light-copies/light-copy-key.ts';
import { removeServedCopies } from '../served-copies/copy-key.ts';
import { forgetServedCopies, keysOfCopies } from '../served-copies/served-copies.sql.ts';
import { forgetUpload } from './uploads.sql.ts';

/**
 * Removes stored bytes and their copies unless a listed file, a part of an upload, a person or a lab uses them, or a
 * move into this region copies or has copied them, whose rows come later.
 */
export async function removeBytes({ db, storage }: Services, key: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await lockBytes(tx, key);
    if (await isUsed(tx, key)) return;
    const copies = await keysOfCopies(tx, key);
    // Rows are written afterwards: groups and freezes wait for open transactions, and a store can take minutes.
    await storage.remove(key);
    await removeLightCopies(storage, key);
    for (const copy of copies) await storage.remove(copy);
    // Those whose row was never written.
    await removeServedCopies(storage, key);
    await forgetCopies(tx, key);
    await forgetServedCopies(tx, key);
  });
}

async function isUsed(tx: Tx, key: string): Promise<boolean> {
  const { rows } = await sql`
    select from case_file where storage_key = ${key} and deleted_at is null
    union all select from upload_part where storage_key = ${key}
    union all select from app_user where picture_key = ${key} and starts_with(${key}, 'pictures/')
    union all select from lab where logo_key = ${key} and starts_with(${key}, 'labs/')
    union all select from region_import_file where storage_key = ${key}
      and move_id in (select move_id from region_import where step = 'copying')
    limit 1
  `.execute(tx);
  return rows.length > 0;
}

/** Removes expired download grants. */
export async function tidyGrants({ db }: Services): Promise<void> {
  await db.deleteFrom('download_grant').where('expires_at', '<', new Date()).execute();
}

/** Housekeeping: removes abandoned uploads. */
export async function tidyUploads(services: Services): Promise<void> {
  const over = await services.db
    .selectFrom('upload')
    .select('id')
    .where('expires_at', '<', new Date())
    .limit(500)
    .execute();
  for (const { id } of over) await inTransaction(services, NOBODY, (work) => forgetUpload(work, id));
}
