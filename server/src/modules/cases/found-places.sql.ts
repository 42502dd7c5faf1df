import { sql } from 'kysely';
import type { DbOrTx } from '../../platform/db/database.ts';
import type { PersonRow } from '../people/person.present.ts';
import { personJson } from '../people/person.sql.ts';
import { has, type Word } from './search-words.sql.ts';

export interface SearchedRestoration {
  type: string;
  display_name: string;
  material: string;
  shade: string;
  teeth: number[];
  tooth_text: string;
}

export interface SearchedCase {
  id: number;
  note: string;
  assignee: PersonRow | null;
  restorations: SearchedRestoration[];
}

/** The searched data of cases that rows of the list lack. The caller has checked that the cases are visible. */
export async function searchedCases(db: DbOrTx, ids: readonly number[]): Promise<SearchedCase[]> {
  const { rows } = await sql<SearchedCase>`
    select dental_case.id, dental_case.note,
      case when assignee.deleted_at is null then ${personJson('assignee')} end as assignee,
      (select coalesce(json_agg(json_build_object('type', type, 'display_name', display_name, 'material', material,
         'shade', shade, 'teeth', teeth, 'tooth_text', tooth_text) order by position), '[]')
       from restoration where case_id = dental_case.id) as restorations
    from dental_case left join app_user as assignee on assignee.id = dental_case.assignee_id
    where dental_case.id = any(${[...ids]}::bigint[])
  `.execute(db);
  return rows;
}

/**
 * The latest comment of each case that contains a word; deleted comments have no search text. `offset 0` is an
 * optimisation fence: the planner would find the word in all texts first.
 */
export async function commentsWith(
  db: DbOrTx,
  caseIds: readonly number[],
  word: Pick<Word, 'text' | 'teeth'>,
): Promise<{ case_id: number; body: string }[]> {
  const { rows } = await sql<{ case_id: number; body: string }>`
    select latest.case_id, comment.body from (
      select distinct on (case_id) case_id, comment_id from (
        select case_id, comment_id, text from case_search
        where case_id = any(${[...caseIds]}::bigint[]) and comment_id > 0 offset 0
      ) as said where ${has(word)} order by case_id, comment_id desc
    ) as latest join case_comment as comment on comment.id = latest.comment_id
    where comment.deleted_at is null order by latest.case_id
  `.execute(db);
  return rows;
}
