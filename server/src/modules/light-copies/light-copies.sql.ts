import { LIGHT_RECIPE } from '@cusp/mesh/light-copy';
import type { MeshErrorCode } from '@cusp/mesh/mesh';
import type { ScanShape } from '@cusp/mesh/scan-shape';
import { sql } from 'kysely';
import type { DbOrTx, Tx } from '../../platform/db/database.ts';
import { isGone } from '../case-access/copies.sql.ts';

const NO_RECIPE = 0;

/** The row of a copy that is to be made. */
export const NO_COPY = { recipe: NO_RECIPE, storage_key: null, size: null, sha256: null, triangles: null };

/**
 * The copy of a file that can be sent; undefined if there is none. A copy by an older recipe is better than nothing.
 */
export const lightCopyOf = (db: DbOrTx, fileId: number) =>
  db
    .selectFrom('light_copy')
    .select(['storage_key as storageKey', 'size', 'sha256'])
    .where('file_id', '=', fileId)
    .where('storage_key', 'is not', null)
    .$narrowType<{ storageKey: string; size: number; sha256: string }>()
    .executeTakeFirst();

/** The file to be copied and its earlier attempts; undefined if it was deleted. */
export const fileToCopy = (db: DbOrTx, fileId: number) =>
  db
    .selectFrom('case_file')
    .leftJoin('light_copy', 'light_copy.file_id', 'case_file.id')
    .select([
      'case_file.case_id as caseId',
      'case_file.filename',
      'case_file.size',
      'case_file.storage_key as storageKey',
      sql<number>`coalesce(light_copy.materials_changed, 0)`.as('materialsChanged'),
      'light_copy.recipe',
      'light_copy.tries',
      'light_copy.storage_key as copyKey',
      'light_copy.failure',
    ])
    .where('case_file.id', '=', fileId)
    .where('case_file.deleted_at', 'is', null)
    .executeTakeFirst();

/** Counts an attempt before it begins, so that a file that crashes the process is not retried for ever. */
export async function countTry(db: DbOrTx, fileId: number): Promise<number> {
  const { tries } = await db
    .insertInto('light_copy')
    .values({ file_id: fileId, recipe: NO_RECIPE, tries: 1 })
    .onConflict((conflict) =>
      conflict.column('file_id').doUpdateSet((eb) => ({ tries: eb('light_copy.tries', '+', 1) })),
    )
    .returning('tries')
    .executeTakeFirstOrThrow();
  return tries;
}

interface Made {
  storageKey: string;
  size: number;
  sha256: string;
  triangles: number;
  shape: ScanShape;
  /** Keys of the files that the scan needs for its colours. */
  materialFiles: string[];
}

/** `materialsChanged` from before they were read. */
type Outcome = (Made | { failure: MeshErrorCode }) & { materialsChanged: number };

/**
 * Stores the result with the file locked, unless it was deleted meanwhile. A copy made with outdated material files
 * is discarded and made again.
 */
export async function keepOutcome(
  tx: Tx,
  fileId: number,
  outcome: Outcome,
): Promise<'kept' | 'gone' | 'outdated'> {
  const file = await tx
    .selectFrom('case_file')
    .select('id')
    .where('id', '=', fileId)
    .where('deleted_at', 'is', null)
    .forShare()
    .executeTakeFirst();
  if (!file) return 'gone';
  const isMade = 'storageKey' in outcome;
  const result = {
    recipe: LIGHT_RECIPE,
    tries: 0,
    storage_key: isMade ? outcome.storageKey : null,
    size: isMade ? outcome.size : null,
    sha256: isMade ? outcome.sha256 : null,
    triangles: isMade ? outcome.triangles : null,
    longest_mm: isMade ? outcome.shape.longest : null,
    is_closed: isMade ? outcome.shape.isClosed : null,
    failure: isMade ? null : outcome.failure,
    material_files: isMade ? outcome.materialFiles : null,
    made_at: new Date(),
  };
  const copy = await tx
    .selectFrom('light_copy')
    .select('materials_changed as materialsChanged')
    .where('file_id', '=', fileId)
    .forUpdate()
    .executeTakeFirst();
  const asks = isMade && outcome.materialFiles.length > 0;
  const isOutdated = asks && copy && copy.materialsChanged !== outcome.materialsChanged;
  await tx
    .insertInto('light_copy')
    .values({ file_id: fileId, ...result })
    .onConflict((conflict) => conflict.column('file_id').doUpdateSet(isOutdated ? NO_COPY : result))
    .execute();
  return isOutdated ? 'outdated' : 'kept';
}

/**
 * The case of a file, locked before its files as everywhere, so that people to whom it is being sent get the event too.
 */
export const holdCase = (tx: Tx, fileId: number) =>
  tx
    .selectFrom('case_file')
    .innerJoin('dental_case', 'dental_case.id', 'case_file.case_id')
    .select(['case_id as caseId', 'uploader_id as uploaderId'])
    .where('case_file.id', '=', fileId)
    .forShare('dental_case')
    .executeTakeFirst();

/** Records that a copy is needed; without a recipe until it is made. */
export const wantCopy = (tx: Tx, fileId: number) =>
  tx
    .insertInto('light_copy')
    .values({ file_id: fileId, recipe: NO_RECIPE })
    .onConflict((conflict) => conflict.column('file_id').doNothing())
    .execute();

/** Meshes without a copy or with one by an older recipe; those of the last hour have their own job. */
export const filesWithoutCopy = (db: DbOrTx, limit: number) =>
  db
    .selectFrom('light_copy')
    .innerJoin('case_file', 'case_file.id', 'light_copy.file_id')
    .innerJoin('dental_case', 'dental_case.id', 'case_file.case_id')
    .select(['case_file.id', 'case_file.filename'])
    .where('light_copy.recipe', '<', LIGHT_RECIPE)
    .where('light_copy.made_at', '<', new Date(Date.now() - 3600_000))
    .where('case_file.deleted_at', 'is', null)
    .where((eb) => eb.not(isGone))
    .orderBy('light_copy.file_id', 'desc')
    .limit(limit)
    .execute();

/** Files of cases of these people whose copy has never been requested here, by id. */
export const filesNeverCopied = (
  db: DbOrTx,
  { authors, after, limit }: { authors: readonly number[]; after: number; limit: number },
) =>
  db
    .selectFrom('case_file')
    .innerJoin('dental_case', 'dental_case.id', 'case_file.case_id')
    .leftJoin('light_copy', 'light_copy.file_id', 'case_file.id')
    .select(['case_file.id', 'case_file.filename'])
    .where('author_id', '=', sql<number>`any(${[...authors]}::bigint[])`)
    .where('case_file.id', '>', after)
    .where('light_copy.file_id', 'is', null)
    .where('case_file.deleted_at', 'is', null)
    .where((eb) => eb.not(isGone))
    .orderBy('case_file.id')
    .limit(limit)
    .execute();

/** Deletes the rows of the copies of stored bytes. */
export const forgetCopies = (db: DbOrTx, storageKey: string) =>
  db
    .deleteFrom('light_copy')
    .where('file_id', 'in', (eb) =>
      eb.selectFrom('case_file').select('id').where('storage_key', '=', storageKey),
    )
    .execute();
