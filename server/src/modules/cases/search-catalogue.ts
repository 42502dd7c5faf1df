import type { Language } from '@cusp/contract/wire';
import { MATERIALS, RESTORATION_TYPES } from '@cusp/dental/restorations';
import { LANGUAGES } from '@cusp/text/languages';
import { singularsOf } from '@cusp/text/plurals';
import { fold, hasWord } from '@cusp/text/search-words';
import { loadTexts } from '../../platform/texts/load-texts.ts';
import type { Word } from './search-words.sql.ts';

const CODES = { types: Object.keys(RESTORATION_TYPES), materials: Object.keys(MATERIALS) };
type Group = keyof typeof CODES;

interface Catalogue {
  /** Name of a code as rows of the list show it; words of foreign orders are their own names. */
  nameOf(group: Group, code: string): string;
  quoted(word: string): string;
  folded: Record<Group, ReadonlyMap<string, FoldedName>>;
}

interface FoldedName {
  text: string;
  /** The same with spaces around each word and without other characters, to find whole words and word beginnings. */
  words: string;
}

const catalogues = new Map<Language, Catalogue>();

/** The names of the catalogue in a language. */
async function catalogueIn(language: Language): Promise<Catalogue> {
  const texts = await loadTexts('dental');
  const known = catalogues.get(language);
  if (known) return known;
  const nameOf = (group: Group, code: string) =>
    CODES[group].includes(code) ? texts.t(`${group}.${code}`, { lng: language }) : code;
  const foldedNames = (group: Group) =>
    new Map(CODES[group].map((code) => [code, foldedName(nameOf(group, code))] as const));
  const catalogue = {
    nameOf,
    quoted: (word: string) => texts.t('chart.foreignWord', { lng: language, word }),
    folded: { types: foldedNames('types'), materials: foldedNames('materials') },
  };
  catalogues.set(language, catalogue);
  return catalogue;
}

/** Shorter words would name half of the catalogue. */
const SHORTEST = 3;

function foldedName(name: string): FoldedName {
  const text = fold(name);
  return { text, words: ` ${text.replace(/[^\p{L}\p{N}]+/gu, ' ')} ` };
}

interface Way {
  catalogue: Catalogue;
  finds(name: FoldedName, word: string): boolean;
  /**
   * The same for the possible singulars of the word, which must be whole words or, where matches inside words count,
   * end one.
   */
  findsWhole(name: FoldedName, singular: string): boolean;
}

/**
 * Names used by searches. Those in the reader's language and in English may contain the word anywhere; a word of a name
 * in another language must begin with it, to avoid matches that the reader does not mean. Plurals find the names in the
 * singular: `Kronen` finds the telescopic crown.
 */
export class CatalogueNames {
  readonly #own: Catalogue;
  readonly #ways: readonly Way[];

  private constructor(own: Catalogue, ways: readonly Way[]) {
    this.#own = own;
    this.#ways = ways;
  }

  static async of(language: Language): Promise<CatalogueNames> {
    const near = [...new Set<Language>([language, 'en'])];
    const far = LANGUAGES.filter((each) => !near.includes(each));
    const ways = await Promise.all([
      ...near.map(async (each): Promise<Way> => {
        return {
          catalogue: await catalogueIn(each),
          finds: ({ text }, word) => hasWord(text, word),
          findsWhole: ({ words }, singular) => words.includes(`${singular} `),
        };
      }),
      ...far.map(async (each): Promise<Way> => {
        return {
          catalogue: await catalogueIn(each),
          finds: ({ words }, word) => words.includes(` ${word}`),
          findsWhole: ({ words }, singular) => words.includes(` ${singular} `),
        };
      }),
    ]);
    return new CatalogueNames(await catalogueIn(language), ways);
  }

  /** Name of a code as rows of the list show it. */
  nameOf(group: Group, code: string): string {
    return this.#own.nameOf(group, code);
  }

  /** A word of a foreign order for a tooth, in quotation marks. */
  quoted(word: string): string {
    return this.#own.quoted(word);
  }

  /** The name of a code by which a folded word finds it. */
  nameWith(group: Group, code: string, word: string): string | undefined {
    if (word.length < SHORTEST) return undefined;
    const singulars = singularsOf(word);
    const found = this.#ways.find(({ catalogue, finds, findsWhole }) => {
      const name = catalogue.folded[group].get(code);
      return name && (finds(name, word) || singulars.some((each) => findsWhole(name, each)));
    });
    return found?.catalogue.nameOf(group, code);
  }
}

/** The types and materials that a folded word names, in any language. */
export async function codesNamed(
  word: string,
  language: Language,
): Promise<Pick<Word, 'types' | 'materials'>> {
  const names = await CatalogueNames.of(language);
  const named = (group: Group) =>
    CODES[group].filter((code) => names.nameWith(group, code, word) !== undefined);
  return { types: named('types'), materials: named('materials') };
}
