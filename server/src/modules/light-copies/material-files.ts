import { extensionOf } from '@cusp/contract/files';
import { materialFileKey } from '@cusp/contract/mesh/material-files';
import { sql } from 'kysely';
import type { DbOrTx, Tx } from '../../platform/db/database.ts';
import type { Services } from '../../platform/services.ts';
import { NO_COPY } from './light-copies.sql.ts';
import { readWhole } from './read-whole.ts';

/** The bytes of the material files of a case that have these keys, in their order; those that are missing left out. */
export async function readMaterialFiles(
  { db, storage }: Services,
  caseId: number,
  keys: readonly string[],
): Promise<ArrayBuffer[]> {
  const files = new Map(
    (await materialFilesIn(db, caseId)).map((file) => [materialFileKey(file.filename), file]),
  );
  const found: ArrayBuffer[] = [];
  for (const key of keys) {
    const file = files.get(key);
    if (file) found.push(await readWhole(storage, file.storageKey, file.size));
  }
  return found;
}

/** The latest of each name stands last. */
const materialFilesIn = (db: DbOrTx, caseId: number) =>
  db
    .selectFrom('case_file')
    .select(['filename', 'size', 'storage_key as storageKey'])
    .where('case_id', '=', caseId)
    .where('filename', 'ilike', '%.mtl')
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute();

/**
 * Has the light copies made anew that stand on a material file which came or went. Until then there are none, so that
 * the viewer reads the originals and nobody sees colours of before. Other files change nothing.
 */
export async function renewCopiesWith(
  tx: Tx,
  { jobs }: Services,
  caseId: number,
  filename: string,
): Promise<void> {
  if (extensionOf(filename) !== 'mtl') return;
  const outdated = await tx
    .updateTable('light_copy')
    .from('case_file')
    .set((eb) => ({
      ...NO_COPY,
      tries: 0,
      materials_changed: eb('light_copy.materials_changed', '+', 1),
    }))
    .whereRef('case_file.id', '=', 'light_copy.file_id')
    .where('case_file.case_id', '=', caseId)
    .where('case_file.deleted_at', 'is', null)
    .where('light_copy.failure', 'is', null)
    .where((eb) =>
      eb.or([
        eb('light_copy.material_files', 'is', null),
        sql<boolean>`${materialFileKey(filename)} = any(light_copy.material_files)`,
      ]),
    )
    .returning('light_copy.file_id as fileId')
    .execute();
  for (const { fileId } of outdated)
    await jobs.enqueue(tx, 'light-copy', { fileId }, { singletonKey: String(fileId) });
}
