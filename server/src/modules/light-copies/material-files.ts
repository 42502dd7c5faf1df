import { isPreviewPicture } from '@cusp/contract/file-types';
import { besideExtensions } from '@cusp/mesh/colour-sources';
import { extensionOf } from '@cusp/mesh/file-extensions';
import { fileKey } from '@cusp/mesh/file-key';
import { largestPicture } from '@cusp/mesh/picture';
import { sql } from 'kysely';
import type { DbOrTx } from '../../platform/db/database.ts';
import type { Doer } from '../../platform/http/actor.ts';
import type { Services } from '../../platform/services.ts';
import type { Work } from '../../platform/work.ts';
import { NO_COPY } from './light-copies.sql.ts';
import { readWhole } from './read-whole.ts';

/** The bytes of the files of a case with these keys, in their order; null for missing ones. */
export async function readMaterialFiles(
  { db, storage }: Services,
  caseId: number,
  keys: readonly string[],
): Promise<(ArrayBuffer | null)[]> {
  const files = new Map((await namedFiles(db, caseId)).map((file) => [fileKey(file.filename), file]));
  const found: (ArrayBuffer | null)[] = [];
  for (const key of keys) {
    const file = files.get(key);
    const isWanted = file && isBeside(file.filename) && file.size <= largestPicture;
    found.push(isWanted ? await readWhole(storage, file.storageKey, file.size) : null);
  }
  return found;
}

/** The preview picture of a case is never a texture. */
const isBeside = (filename: string): boolean =>
  besideExtensions.includes(extensionOf(filename)) && !isPreviewPicture(filename);

/**
 * Whether a scan that was not read yet may need the file. Photographs come with most cases and must not delay STL
 * files.
 */
const mayAskFor = (filename: string) =>
  extensionOf(filename) === 'mtl' ? sql<boolean>`true` : sql<boolean>`case_file.filename ~* '\\.(obj|ply)$'`;

/** The latest of each name comes last. */
const namedFiles = (db: DbOrTx, caseId: number) =>
  db
    .selectFrom('case_file')
    .select(['filename', 'size', 'storage_key as storageKey'])
    .where('case_id', '=', caseId)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute();

/**
 * Remakes the light copies that use an added or removed material file or picture. Until then they are missing, so that
 * the viewer reads the originals and shows no outdated colours. Does nothing for other files.
 */
export async function renewCopiesWith(work: Work<Doer>, caseId: number, filename: string): Promise<void> {
  if (!isBeside(filename)) return;
  const outdated = await work.tx
    .updateTable('light_copy')
    .from('case_file')
    .set((eb) => ({
      ...NO_COPY,
      material_files: null,
      tries: 0,
      materials_changed: eb('light_copy.materials_changed', '+', 1),
    }))
    .whereRef('case_file.id', '=', 'light_copy.file_id')
    .where('case_file.case_id', '=', caseId)
    .where('case_file.deleted_at', 'is', null)
    .where('light_copy.failure', 'is', null)
    .where((eb) =>
      eb.or([
        eb.and([eb('light_copy.material_files', 'is', null), mayAskFor(filename)]),
        sql<boolean>`${fileKey(filename)} = any(light_copy.material_files)`,
      ]),
    )
    .returning('light_copy.file_id as fileId')
    .execute();
  for (const { fileId } of outdated)
    await work.enqueue('light-copy', { fileId }, { singletonKey: String(fileId) });
}
