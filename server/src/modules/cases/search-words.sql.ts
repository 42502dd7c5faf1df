import { type RawBuilder, sql } from 'kysely';

/** A trigram needs three signs; shorter words are looked for at the beginning of a word. */
const SHORTEST_INFIX = 3;

/** LIKE pattern of a folded word; its own wildcards are plain signs. */
function patternOf(word: string): string {
  const plain = word.replace(/[\\%_]/g, (sign) => `\\${sign}`);
  return word.length < SHORTEST_INFIX ? `% ${plain}%` : `%${plain}%`;
}

/** Whether a row of `case_search`, the text of a case or of one of its comments, has a word. */
export const has = (word: string): RawBuilder<boolean> => sql<boolean>`text like ${patternOf(word)}`;

/**
 * Whether a row of `dental_case` has a word anywhere. An aggregate, so that its few texts are looked through
 * by its id: an `exists` would be planned as a search through everybody's.
 */
export const matches = (word: string): RawBuilder<boolean> => sql<boolean>`
  (select bool_or(${has(word)}) from case_search where case_search.case_id = dental_case.id)`;
