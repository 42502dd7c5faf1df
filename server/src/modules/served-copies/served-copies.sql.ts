import { sql } from 'kysely';
import type { Db, DbOrTx } from '../../platform/db/database.ts';

/** Increase when copies are made differently; older ones are made again. */
export const COPY_RECIPE = 1;

/**
 * How long a timeout is remembered: the machine may have been busy, but an attempt takes up to half a minute of its
 * time.
 */
const TIMEOUT_COUNTS_MS = 10 * 60 * 1000;
/** After this many consecutive timeouts it is remembered for longer. */
const QUICK_TIMEOUTS = 3;
const LATER_TIMEOUT_COUNTS_MS = 24 * 60 * 60 * 1000;

export type CopyKind = 'clean' | 'preview';

/** Stored bytes that can be sent. */
export interface Bytes {
  storageKey: string;
  size: number;
  /** Lower-case hex. */
  sha256: string;
  /** Unsigned. */
  crc32: number;
}

/** The result of making a copy: its bytes, that none is needed, or why it failed. */
export type CopyOutcome = Bytes | 'same' | { failure: string };

/** Media types of pictures whose metadata can be removed losslessly. */
export const CLEANED_PICTURES = ['image/jpeg', 'image/png', 'image/webp', 'image/heic', 'image/avif'];

/** Results of making copies of a kind, by file id; a timeout is valid for ten minutes, after three for a day. */
export async function copiesOf(
  db: DbOrTx,
  fileIds: readonly number[],
  kind: CopyKind,
): Promise<Map<number, CopyOutcome>> {
  const rows = await db
    .selectFrom('served_copy')
    .select(['file_id', 'storage_key', 'size', 'sha256', 'crc32', 'failure'])
    .where('file_id', '=', sql<number>`any(${fileIds}::bigint[])`)
    .where('kind', '=', kind)
    .where('recipe', '=', COPY_RECIPE)
    .where(
      sql<boolean>`(failure is distinct from 'timeout' or made_at > case when timeouts < ${QUICK_TIMEOUTS}
        then ${new Date(Date.now() - TIMEOUT_COUNTS_MS)}::timestamptz
        else ${new Date(Date.now() - LATER_TIMEOUT_COUNTS_MS)}::timestamptz end)`,
    )
    .execute();
  return new Map(rows.map((row) => [row.file_id, outcomeOf(row)]));
}

interface CopyRow {
  storage_key: string | null;
  size: number | null;
  sha256: string | null;
  crc32: number | null;
  failure: string | null;
}

function outcomeOf({ storage_key, size, sha256, crc32, failure }: CopyRow): CopyOutcome {
  if (failure !== null) return { failure };
  if (storage_key === null || size === null || sha256 === null || crc32 === null) return 'same';
  return { storageKey: storage_key, size, sha256, crc32 };
}

/**
 * Stores the result of making a copy; false if its file was deleted. A timeout does not replace the result of another
 * process, which also returns false.
 */
export async function keepCopy(
  db: DbOrTx,
  fileId: number,
  kind: CopyKind,
  outcome: CopyOutcome,
): Promise<boolean> {
  const isMade = outcome !== 'same' && 'storageKey' in outcome;
  const row = {
    recipe: COPY_RECIPE,
    storage_key: isMade ? outcome.storageKey : null,
    size: isMade ? outcome.size : null,
    sha256: isMade ? outcome.sha256 : null,
    crc32: isMade ? outcome.crc32 : null,
    failure: outcome !== 'same' && 'failure' in outcome ? outcome.failure : null,
    made_at: new Date(),
  };
  const timeouts = row.failure === 'timeout' ? 1 : 0;
  const kept = await db
    .insertInto('served_copy')
    .columns([
      'file_id',
      'kind',
      'recipe',
      'storage_key',
      'size',
      'sha256',
      'crc32',
      'failure',
      'made_at',
      'timeouts',
    ])
    .expression((eb) =>
      eb
        .selectFrom('case_file')
        .select([
          'id',
          sql.lit(kind).as('kind'),
          sql<number>`${row.recipe}::integer`.as('recipe'),
          sql<string | null>`${row.storage_key}::text`.as('storage_key'),
          sql<number | null>`${row.size}::bigint`.as('size'),
          sql<string | null>`${row.sha256}::text`.as('sha256'),
          sql<number | null>`${row.crc32}::bigint`.as('crc32'),
          sql<string | null>`${row.failure}::text`.as('failure'),
          sql<Date>`${row.made_at}::timestamptz`.as('made_at'),
          sql<number>`${timeouts}::integer`.as('timeouts'),
        ])
        .where('id', '=', fileId)
        .where('deleted_at', 'is', null)
        .forShare(),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['file_id', 'kind'])
        .doUpdateSet({
          ...row,
          // Concurrent attempts of several processes on the same busy machine count as one timeout.
          timeouts: sql<number>`case
            when ${timeouts} = 0 or served_copy.recipe <> ${row.recipe}::integer then ${timeouts}::integer
            when served_copy.made_at > ${new Date(Date.now() - TIMEOUT_COUNTS_MS)}
              then greatest(served_copy.timeouts, 1)
            else served_copy.timeouts + 1 end`,
        })
        .where(
          sql<boolean>`${timeouts} = 0 or served_copy.recipe <> ${row.recipe}::integer or served_copy.failure = 'timeout'`,
        ),
    )
    .returning('file_id')
    .executeTakeFirst();
  return kept !== undefined;
}

/** Storage keys of the copies of stored bytes. Those of older previews are not made from the key of the original. */
export async function keysOfCopies(db: DbOrTx, storageKey: string): Promise<string[]> {
  const rows = await db
    .selectFrom('served_copy')
    .innerJoin('case_file', 'case_file.id', 'served_copy.file_id')
    .select('served_copy.storage_key')
    .where('case_file.storage_key', '=', storageKey)
    .execute();
  return rows.flatMap(({ storage_key }) => storage_key ?? []);
}

/** Deletes the rows of the copies of stored bytes. */
export const forgetServedCopies = (db: DbOrTx, storageKey: string) =>
  db
    .deleteFrom('served_copy')
    .where('file_id', 'in', (eb) =>
      eb.selectFrom('case_file').select('id').where('storage_key', '=', storageKey),
    )
    .execute();

/** Pictures whose metadata has not been inspected yet. */
export const picturesToClean = (db: Db, limit: number) =>
  db
    .selectFrom('case_file')
    .leftJoin('served_copy', (join) =>
      join.onRef('served_copy.file_id', '=', 'case_file.id').on('served_copy.kind', '=', 'clean'),
    )
    .select([
      'case_file.id',
      'case_file.size',
      'case_file.sha256',
      'case_file.media_type as mediaType',
      'case_file.storage_key as storageKey',
    ])
    .where('case_file.deleted_at', 'is', null)
    .where('case_file.media_type', 'in', CLEANED_PICTURES)
    .where((eb) => eb.or([eb('served_copy.recipe', 'is', null), eb('served_copy.recipe', '<', COPY_RECIPE)]))
    .limit(limit)
    .execute();
