import { type RawBuilder, sql } from 'kysely';
import type { DbOrTx, Tx } from '../../platform/db/database.ts';
import type { Doer } from '../../platform/http/actor.ts';
import type { Work } from '../../platform/work.ts';

/** Uploads idle for this long are removed. */
const KEPT_FOR_MS = 24 * 3600 * 1000;

/** Until when an upload that is active now is kept. */
export const keptUntil = (): Date => new Date(Date.now() + KEPT_FOR_MS);

/** Uploads kept for longer than this were active within the last hour. */
const movedWithinTheHour = (): Date => new Date(Date.now() + KEPT_FOR_MS - 3600 * 1000);

const uploads = (db: DbOrTx, userId: number) =>
  db
    .selectFrom('upload')
    .select([
      'id',
      'case_id as caseId',
      'filename',
      'size',
      'modified',
      'received',
      'file_id as fileId',
      'expires_at as expiresAt',
    ])
    .where('user_id', '=', userId)
    .where('expires_at', '>', sql<Date>`now()`);

export type UploadRow = NonNullable<Awaited<ReturnType<typeof uploadById>>>;

/** The upload, if this person began it and it has not expired. */
export const uploadById = (db: DbOrTx, userId: number, id: string) =>
  uploads(db, userId).where('id', '=', id).executeTakeFirst();

/** The same, with its row locked until the transaction ends. */
export const lockUpload = (tx: Tx, userId: number, id: string) =>
  uploads(tx, userId).where('id', '=', id).forUpdate().executeTakeFirst();

/** Unfinished uploads of a person to a case, latest first. */
export const openUploads = (db: DbOrTx, userId: number, caseId: number) =>
  uploads(db, userId)
    .where('case_id', '=', caseId)
    .where('file_id', 'is', null)
    .orderBy('created_at', 'desc')
    .execute();

export const partsOf = (db: DbOrTx, id: string) =>
  db
    .selectFrom('upload_part')
    .select(['start', 'size', 'storage_key as key'])
    .where('upload_id', '=', id)
    .orderBy('start')
    .execute();

/** Restarts an upload whose offset is still `received`, because some stored bytes are lost. */
export async function restartUpload(work: Work<Doer>, { id, received }: UploadRow): Promise<void> {
  const begun = await work.tx
    .updateTable('upload')
    .set({ received: 0 })
    .where('id', '=', id)
    .where('received', '=', received)
    .where('file_id', 'is', null)
    .returning('id')
    .executeTakeFirst();
  if (begun) await forgetParts(work, id);
}

/** Removes the parts; a job of the same transaction removes their bytes. */
export async function forgetParts(work: Work<Doer>, id: string): Promise<void> {
  const parts = await work.tx
    .deleteFrom('upload_part')
    .where('upload_id', '=', id)
    .returning('storage_key')
    .execute();
  for (const { storage_key } of parts) await work.enqueue('delete-bytes', { key: storage_key });
}

/** Removes every upload to a case, regardless of who began it. */
export async function forgetUploadsOf(
  work: Work<Doer>,
  caseId: number,
  which: RawBuilder<boolean> = sql<boolean>`true`,
): Promise<void> {
  const begun = await work.tx
    .selectFrom('upload')
    .select('id')
    .where('case_id', '=', caseId)
    .where(which)
    .forUpdate()
    .execute();
  for (const { id } of begun) await forgetUpload(work, id);
}

/** Removes an upload with all its parts. */
export async function forgetUpload(work: Work<Doer>, id: string): Promise<void> {
  await forgetParts(work, id);
  await work.tx.deleteFrom('upload').where('id', '=', id).execute();
}

/** A file being uploaded to a case. */
export interface Coming {
  caseId: number;
  filename: string;
  size: number;
}

/**
 * Bytes reserved by a person's unfinished uploads. Only those active within the last hour count, so that abandoned
 * ones reserve nothing. A file sent again counts once; `own` is the file that asks.
 */
export async function reservedBy(db: DbOrTx, userId: number, own: Coming | null): Promise<number> {
  const begun = db
    .selectFrom('upload')
    .select(['case_id', 'filename', 'size'])
    .distinct()
    .where('user_id', '=', userId)
    .where('file_id', 'is', null)
    .where('expires_at', '>', movedWithinTheHour())
    .where(
      own
        ? sql<boolean>`(case_id, filename, size) <> (${own.caseId}::bigint, ${own.filename}::text, ${own.size}::bigint)`
        : sql<boolean>`true`,
    );
  const { sum } = await db
    .selectFrom(begun.as('begun'))
    .select(sql<number>`coalesce(sum(size), 0)::bigint`.as('sum'))
    .executeTakeFirstOrThrow();
  return sum;
}
