import { type RawBuilder, sql } from 'kysely';

/** A folded word of a search, and whom it names of the people around the reader's cases. */
export interface Word {
  text: string;
  /** Ids of those whose name or institution has it. */
  parties: readonly number[];
  /** Ids of those whose name has it; the institution of an assignee is shown nowhere. */
  assignees: readonly number[];
}

/** A trigram needs three signs; shorter words are looked for at the beginning of a word. */
const SHORTEST_INFIX = 3;

/** LIKE pattern of a folded word; its own wildcards are plain signs. */
export function patternOf(word: string): string {
  const plain = word.replace(/[\\%_]/g, (sign) => `\\${sign}`);
  return word.length < SHORTEST_INFIX ? `% ${plain}%` : `%${plain}%`;
}

/** Whether a row of `case_search`, the text of a case or of one of its comments, has a word. */
export const has = ({ text }: Word): RawBuilder<boolean> => sql<boolean>`text like ${patternOf(text)}`;

/** Whether a word names the author or the recipient of a row of `dental_case`; undefined when it names nobody. */
export const namesParty = ({ parties }: Word): RawBuilder<boolean> | undefined =>
  parties.length > 0
    ? sql<boolean>`(author_id = any(${[...parties]}::bigint[]) or recipient_id = any(${[...parties]}::bigint[]))`
    : undefined;

/** The same of the assignee. */
export const namesAssignee = ({ assignees }: Word): RawBuilder<boolean> | undefined =>
  assignees.length > 0 ? sql<boolean>`assignee_id = any(${[...assignees]}::bigint[])` : undefined;

/**
 * Whether a row of `dental_case` has a word anywhere, its people included. An aggregate, so that its few texts are
 * looked through by its id: an `exists` would be planned as a search through everybody's.
 */
export const matches = (word: Word): RawBuilder<boolean> => {
  const inText = sql<boolean>`
    (select bool_or(${has(word)}) from case_search where case_search.case_id = dental_case.id)`;
  const ways = [namesParty(word), namesAssignee(word), inText].filter((way) => way !== undefined);
  return sql<boolean>`(${sql.join(ways, sql` or `)})`;
};
