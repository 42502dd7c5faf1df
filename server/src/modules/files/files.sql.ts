import { PREVIEW_NAME } from '@cusp/contract/file-types';
import { sql } from 'kysely';
import { compiled } from '../../platform/db/compiled.ts';
import type { DbOrTx, Tx } from '../../platform/db/database.ts';
import { draftsOf, sideOf } from '../case-access/case-access.policy.ts';
import { circleOf } from '../case-access/circle.sql.ts';
import { casesVisibleTo } from '../case-access/visible-cases.sql.ts';
import { isCaseLocked, isFileLocked } from '../devices/lock.sql.ts';
import { quarantine } from '../malware/malware.sql.ts';
import { COPY_RECIPE } from '../served-copies/served-copies.sql.ts';

const within = (userId: number) => sql<boolean>`(${casesVisibleTo(userId)} or ${draftsOf(userId)})`;

function places(db: DbOrTx, userId: number) {
  return db
    .selectFrom('dental_case')
    .select([
      'dental_case.id as caseId',
      'dental_case.no',
      'dental_case.status',
      isCaseLocked.as('fromLockedDevice'),
      sideOf(userId).as('side'),
      sql<boolean>`dental_case.published_at is null`.as('isDraft'),
    ])
    .where(within(userId));
}

/** The case or one's own draft, if this person sees it. */
export const placeOf = (db: DbOrTx, userId: number, caseId: number) =>
  places(db, userId).where('dental_case.id', '=', caseId).executeTakeFirst();

/** The same, with its row locked until the transaction ends. */
export const lockPlace = (tx: Tx, userId: number, caseId: number) =>
  places(tx, userId).where('dental_case.id', '=', caseId).forNoKeyUpdate().executeTakeFirst();

function files(db: DbOrTx, userId: number) {
  return db
    .selectFrom('case_file')
    .innerJoin('dental_case', 'dental_case.id', 'case_file.case_id')
    .innerJoin('app_user', 'app_user.id', 'case_file.uploader_id')
    .leftJoin('light_copy', 'light_copy.file_id', 'case_file.id')
    .leftJoin('malware_scan', 'malware_scan.file_id', 'case_file.id')
    .leftJoin('scan_choice', (join) =>
      join
        .onRef('scan_choice.case_id', '=', 'case_file.case_id')
        .onRef('scan_choice.filename', '=', 'case_file.filename'),
    )
    .leftJoin('scan_unit', 'scan_unit.file_id', 'case_file.id')
    .leftJoin('served_copy as clean', (join) =>
      join
        .onRef('clean.file_id', '=', 'case_file.id')
        .on('clean.kind', '=', 'clean')
        .on('clean.recipe', '=', COPY_RECIPE),
    )
    .select([
      quarantine.as('quarantine'),
      'case_file.keeps_metadata as keepsMetadata',
      'clean.storage_key as cleanKey',
      'clean.size as cleanSize',
      'clean.sha256 as cleanSha256',
      'clean.crc32 as cleanCrc32',
      'clean.failure as cleanFailure',
      sql<boolean>`clean.file_id is not null`.as('isLookedAt'),
      sql<boolean>`case_file.uploader_id = any(${circleOf(userId)})`.as('isOwnSide'),
      'light_copy.failure as lightFailure',
      'light_copy.longest_mm as longest',
      'light_copy.is_closed as isClosed',
      'scan_choice.role as saidRole',
      'scan_choice.jaw as saidJaw',
      'scan_choice.tooth as saidTooth',
      'scan_unit.unit',
      'case_file.id',
      'case_file.case_id as caseId',
      'case_file.uploader_id as uploaderId',
      'case_file.filename',
      'case_file.size',
      'case_file.sha256',
      'case_file.crc32',
      'case_file.version',
      'case_file.storage_key as storageKey',
      'case_file.media_type as mediaType',
      'case_file.created_at as createdAt',
      'dental_case.status as caseStatus',
      isFileLocked.as('fromLockedDevice'),
      sql<boolean>`dental_case.published_at is null`.as('isDraft'),
      sideOf(userId).as('side'),
      'app_user.first_name as uploaderFirst',
      'app_user.last_name as uploaderLast',
    ])
    .where('case_file.deleted_at', 'is', null)
    .where(within(userId));
}

export type FileRow = Awaited<ReturnType<typeof filesOf>>[number];

/** Files of a visible case or one's own draft, oldest first; empty if not visible. */
export const filesOf = (db: DbOrTx, userId: number, caseId: number) => ofCase(db, { userId, caseId });

const ofCase = compiled((db, { userId, caseId }: { userId: number; caseId: number }) =>
  files(db, userId).where('case_file.case_id', '=', caseId).orderBy('case_file.id'),
);

export const filesById = (db: DbOrTx, userId: number, ids: readonly number[]) =>
  files(db, userId)
    .where('case_file.id', 'in', ids.length > 0 ? ids : [0])
    .execute();

export const fileById = (db: DbOrTx, userId: number, id: number) =>
  files(db, userId).where('case_file.id', '=', id).executeTakeFirst();

/** Locks a person's quota until the transaction ends. */
export async function lockUsage(tx: Tx, userId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('file-quota'), hashtext(${String(userId)}))`.execute(tx);
}

/** Bytes used by a person's files. */
export async function usageOf(db: DbOrTx, userId: number): Promise<number> {
  const { sum } = await db
    .selectFrom('case_file')
    .select(sql<number>`coalesce(sum(size), 0)::bigint`.as('sum'))
    .where('uploader_id', '=', userId)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
  return sum;
}

/** The current file of a name in a case, and the newest one of that name by a person. */
export async function newestNamed(tx: Tx, caseId: number, filename: string, uploaderId: number) {
  const named = tx
    .selectFrom('case_file')
    .select(['id', 'sha256', 'announced_at'])
    .where('case_id', '=', caseId)
    .where('filename', '=', filename)
    .where('deleted_at', 'is', null)
    .orderBy('id', 'desc');
  return [
    await named.executeTakeFirst(),
    await named.where('uploader_id', '=', uploaderId).executeTakeFirst(),
  ] as const;
}

/** The preview picture of a case's scans, however its name is written. */
export const previewPicture = (tx: Tx, caseId: number) =>
  tx
    .selectFrom('case_file')
    .select('id')
    .where('case_id', '=', caseId)
    .where(sql`lower(filename)`, '=', PREVIEW_NAME.toLowerCase())
    .where('deleted_at', 'is', null)
    .orderBy('id', 'desc')
    .executeTakeFirst();

/** Includes deleted versions, so that numbers are not reused. */
export async function nextVersion(tx: Tx, caseId: number, filename: string): Promise<number> {
  const { last } = await tx
    .selectFrom('case_file')
    .select(sql<number>`coalesce(max(version), 0)`.as('last'))
    .where('case_id', '=', caseId)
    .where('filename', '=', filename)
    .executeTakeFirstOrThrow();
  return last + 1;
}

/** The file count of a case: names, not versions. */
export const countNames = (caseId: number) => sql<number>`(
  select count(distinct filename) from case_file where case_id = ${caseId} and deleted_at is null
)`;
