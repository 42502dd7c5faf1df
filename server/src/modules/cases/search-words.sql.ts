import { isPrimaryTooth, isWholeNumber, KOREAN_NUMBER_MARK } from '@cusp/text/search-words';
import { type RawBuilder, sql } from 'kysely';
import { patternOf } from '../../platform/db/search-pattern.ts';

/** A folded search word and the people around the reader's cases whom it names. */
export interface Word {
  text: string;
  /** Further names of the tooth that it means, in other number systems. */
  teeth: readonly string[];
  /** Ids of people whose name or institution contains it. */
  parties: readonly number[];
  /** Ids of people whose name contains it; the institution of an assignee is not shown anywhere. */
  assignees: readonly number[];
  /** Codes of the types and materials whose names in any language contain it. */
  types: readonly string[];
  materials: readonly string[];
  /** Several words that must be the name of a patient or of people around the cases; other texts do not count. */
  isName?: true;
}

/**
 * Whether a row of `case_search`, the text of a case, of its order or of one of its comments, contains a word. Numbers
 * of teeth must be whole: case numbers begin with the year, so the beginning `26` is in each of them. Primary teeth must
 * begin a word; the pattern before is what the index can find.
 */
export function has({ text, teeth }: Pick<Word, 'text' | 'teeth'>): RawBuilder<boolean> {
  const whole = (names: readonly string[]) =>
    sql<boolean>`text ~ ${` (${names.join('|')})([^[:alnum:]]|${KOREAN_NUMBER_MARK}|$)`}`;
  if (isWholeNumber(text)) return whole([text, ...teeth]);
  const anywhere = sql<boolean>`text like ${patternOf(text)}`;
  const inside = isPrimaryTooth(text)
    ? sql<boolean>`(${anywhere} and text ~ ${`[^[:alnum:]]${text}`})`
    : anywhere;
  return teeth.length === 0 ? inside : sql<boolean>`(${inside} or ${whole(teeth)})`;
}

/** Whether a word names the author or recipient of a row of `dental_case`; undefined if it is no person's name. */
export const namesParty = ({ parties }: Word): RawBuilder<boolean> | undefined =>
  parties.length > 0
    ? sql<boolean>`(author_id = any(${[...parties]}::bigint[]) or recipient_id = any(${[...parties]}::bigint[]))`
    : undefined;

/** The same for the assignee. */
export const namesAssignee = ({ assignees }: Word): RawBuilder<boolean> | undefined =>
  assignees.length > 0 ? sql<boolean>`assignee_id = any(${[...assignees]}::bigint[])` : undefined;

/** Whether a name is that of the patient of a row of `dental_case`. */
export const namesPatient = ({ text }: Word): RawBuilder<boolean> =>
  sql<boolean>`fold(patient_first || ' ' || patient_last) like ${patternOf(text)}`;

/** Conditions on a row of `case_made`, one for types and one for materials, because each uses another index. */
export const namesMade = ({ types, materials }: Word): RawBuilder<boolean>[] => [
  ...(types.length > 0 ? [sql<boolean>`case_made.type = any(${[...types]}::text[])`] : []),
  ...(materials.length > 0 ? [sql<boolean>`case_made.material = any(${[...materials]}::text[])`] : []),
];

/**
 * Whether a row of `dental_case` or its people contain a word. An aggregate makes PostgreSQL look up the case's few
 * texts and restorations by id; an `exists` would be planned as a search through those of all cases.
 */
export const matches = (word: Word): RawBuilder<boolean> => {
  const inText = word.isName
    ? namesPatient(word)
    : sql<boolean>`
    (select bool_or(${has(word)}) from case_search where case_search.case_id = dental_case.id)`;
  const made = namesMade(word);
  const isMade =
    made.length > 0
      ? sql<boolean>`(select bool_or(${sql.join(made, sql` or `)}) from case_made
          where case_made.case_id = dental_case.id)`
      : undefined;
  const ways = [namesParty(word), namesAssignee(word), isMade, inText].filter((way) => way !== undefined);
  return sql<boolean>`(${sql.join(ways, sql` or `)})`;
};
