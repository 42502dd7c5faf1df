import { type RawBuilder, sql } from 'kysely';
import type { DbOrTx } from '../../platform/db/database.ts';
import type { Storage } from '../../platform/files/storage.ts';
import { peopleOf } from './moved-rows.ts';

const FILES_A_CALL = 500;

export interface MovedFile {
  key: string;
  size: number;
  /** Lower-case hex; null for files without a stored digest, such as profile pictures. */
  sha256: string | null;
}

/** SQL for the files of the cases that people have authored. Deleted ones have no bytes. */
const caseFilesOf = (circle: readonly number[]): RawBuilder<unknown> => sql`
  select case_file.id, storage_key as key, case_file.size, sha256, filename, dental_case.no from case_file
  join dental_case on dental_case.id = case_id
  where author_id = ${peopleOf(circle)} and deleted_at is null`;

interface FilesPage {
  files: MovedFile[];
  next: string | null;
}

/** Files whose bytes move, in the order of their keys; pictures of people and logos of labs come first. */
export async function filesAfter(
  db: DbOrTx,
  storage: Storage,
  circle: readonly number[],
  after: string,
): Promise<FilesPage> {
  const { rows } = await sql<MovedFile>`
    select key, size, sha256 from (${caseFilesOf(circle)}) as files where key collate "C" > ${after}
    order by key collate "C" limit ${FILES_A_CALL}
  `.execute(db);
  const pictures = after === '' ? await picturesOf(db, storage, circle) : [];
  return {
    files: [...pictures, ...rows],
    next: rows.length < FILES_A_CALL ? null : (rows.at(-1)?.key ?? null),
  };
}

/** The file with a key; empty if its bytes do not move. */
export async function fileOf(
  db: DbOrTx,
  storage: Storage,
  circle: readonly number[],
  key: string,
): Promise<FilesPage> {
  const { rows } = await sql<MovedFile>`
    select key, size, sha256 from (${caseFilesOf(circle)}) as files where key = ${key}
  `.execute(db);
  const pictures = await picturesOf(db, storage, circle);
  return { files: [...pictures.filter((picture) => picture.key === key), ...rows], next: null };
}

async function picturesOf(db: DbOrTx, storage: Storage, circle: readonly number[]): Promise<MovedFile[]> {
  const { rows } = await sql<{ key: string }>`
    select picture_key as key from app_user where id = ${peopleOf(circle)} and picture_key is not null
    union all select logo_key from lab where user_id = ${peopleOf(circle)} and logo_key is not null
  `.execute(db);
  const sized = await Promise.all(
    rows.map(async ({ key }) => ({ key, size: await storage.sizeOf(key), sha256: null })),
  );
  return sized.flatMap((file) => (file.size === null ? [] : [{ ...file, size: file.size }]));
}

/** Amount of data that people have authored. */
export async function totalsOf(db: DbOrTx, circle: readonly number[]) {
  const { rows } = await sql<{ cases: number; drafts: number; files: number; bytes: number }>`
    select
      (select count(*)::integer from dental_case where author_id = ${peopleOf(circle)} and published_at is not null) as cases,
      (select count(*)::integer from dental_case where author_id = ${peopleOf(circle)} and published_at is null
        and author_removed_at is null) as drafts,
      count(*)::integer as files, coalesce(sum(size), 0)::bigint as bytes
    from (${caseFilesOf(circle)}) as files
  `.execute(db);
  return rows[0] ?? { cases: 0, drafts: 0, files: 0, bytes: 0 };
}

const AT_ONCE = 16;

/** Files of people whose bytes are missing or cut off, by case number and name. */
export async function lostFilesOf(
  db: DbOrTx,
  storage: Storage,
  circle: readonly number[],
): Promise<{ case_no: string; filename: string }[]> {
  const { rows } = await sql<{ key: string; size: number; filename: string; no: string }>`
    select key, size, filename, no from (${caseFilesOf(circle)}) as files order by no, filename
  `.execute(db);
  const lost: { case_no: string; filename: string }[] = [];
  for (let first = 0; first < rows.length; first += AT_ONCE) {
    const some = rows.slice(first, first + AT_ONCE);
    const sizes = await Promise.all(some.map(({ key }) => storage.sizeOf(key)));
    for (const [index, { size, filename, no }] of some.entries())
      if (sizes[index] !== size) lost.push({ case_no: no, filename });
  }
  return lost;
}
