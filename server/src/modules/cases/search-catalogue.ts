import type { Language } from '@cusp/contract/wire';
import { MATERIALS, RESTORATION_TYPES } from '@cusp/dental/restorations';
import { fold, hasWord } from '@cusp/text/search-words';
import { loadTexts } from '../../platform/texts/load-texts.ts';
import type { Word } from './search-words.sql.ts';

const CODES = { types: Object.keys(RESTORATION_TYPES), materials: Object.keys(MATERIALS) };
type Group = keyof typeof CODES;

interface Catalogue {
  /** Name of a code as rows of the list show it; words of foreign orders are their own names. */
  nameOf(group: Group, code: string): string;
  folded: Record<Group, readonly (readonly [code: string, name: string])[]>;
}

let loading: ReturnType<typeof loadTexts> | undefined;
const catalogues = new Map<Language, Catalogue>();

/** The names of the catalogue in a language. */
export async function catalogueIn(language: Language): Promise<Catalogue> {
  loading ??= loadTexts('dental');
  const texts = await loading;
  const known = catalogues.get(language);
  if (known) return known;
  const nameOf = (group: Group, code: string) =>
    CODES[group].includes(code) ? texts.t(`${group}.${code}`, { lng: language }) : code;
  const foldedNames = (group: Group) =>
    CODES[group].map((code) => [code, fold(nameOf(group, code))] as const);
  const catalogue = { nameOf, folded: { types: foldedNames('types'), materials: foldedNames('materials') } };
  catalogues.set(language, catalogue);
  return catalogue;
}

/** Shorter words would name half of the catalogue. */
const SHORTEST = 3;

/** The types and materials whose names contain a folded word, in the reader's language or in English. */
export async function codesNamed(
  word: string,
  language: Language,
): Promise<Pick<Word, 'types' | 'materials'>> {
  if (word.length < SHORTEST) return { types: [], materials: [] };
  const both = await Promise.all([catalogueIn(language), catalogueIn('en')]);
  const named = (group: Group) => [
    ...new Set(
      both.flatMap(({ folded }) =>
        folded[group].flatMap(([code, name]) => (hasWord(name, word) ? code : [])),
      ),
    ),
  ];
  return { types: named('types'), materials: named('materials') };
}
