import { type RawBuilder, sql } from 'kysely';
import { patternOf } from '../../platform/db/search-pattern.ts';

/** A folded search word and the people around the reader's cases whom it names. */
export interface Word {
  text: string;
  /** Ids of people whose name or institution contains it. */
  parties: readonly number[];
  /** Ids of people whose name contains it; the institution of an assignee is not shown anywhere. */
  assignees: readonly number[];
}

/** Whether a row of `case_search`, the text of a case or of one of its comments, contains a word. */
export const has = ({ text }: Word): RawBuilder<boolean> => sql<boolean>`text like ${patternOf(text)}`;

/** Whether a word names the author or recipient of a row of `dental_case`; undefined if it names nobody. */
export const namesParty = ({ parties }: Word): RawBuilder<boolean> | undefined =>
  parties.length > 0
    ? sql<boolean>`(author_id = any(${[...parties]}::bigint[]) or recipient_id = any(${[...parties]}::bigint[]))`
    : undefined;

/** The same for the assignee. */
export const namesAssignee = ({ assignees }: Word): RawBuilder<boolean> | undefined =>
  assignees.length > 0 ? sql<boolean>`assignee_id = any(${[...assignees]}::bigint[])` : undefined;

/**
 * Whether a row of `dental_case` or its people contain a word. An aggregate makes PostgreSQL look up the case's few
 * texts by id; an `exists` would be planned as a search through all texts.
 */
export const matches = (word: Word): RawBuilder<boolean> => {
  const inText = sql<boolean>`
    (select bool_or(${has(word)}) from case_search where case_search.case_id = dental_case.id)`;
  const ways = [namesParty(word), namesAssignee(word), inText].filter((way) => way !== undefined);
  return sql<boolean>`(${sql.join(ways, sql` or `)})`;
};
