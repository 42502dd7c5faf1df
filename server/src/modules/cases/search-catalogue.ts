import type { Language } from '@cusp/contract/wire';
import { MATERIALS, RESTORATION_TYPES } from '@cusp/dental/restorations';
import { LANGUAGES } from '@cusp/text/languages';
import { fold, hasWord } from '@cusp/text/search-words';
import { loadTexts } from '../../platform/texts/load-texts.ts';
import type { Word } from './search-words.sql.ts';

const CODES = { types: Object.keys(RESTORATION_TYPES), materials: Object.keys(MATERIALS) };
type Group = keyof typeof CODES;

interface Catalogue {
  /** Name of a code as rows of the list show it; words of foreign orders are their own names. */
  nameOf(group: Group, code: string): string;
  folded: Record<Group, ReadonlyMap<string, string>>;
}

let loading: ReturnType<typeof loadTexts> | undefined;
const catalogues = new Map<Language, Catalogue>();

/** The names of the catalogue in a language. */
async function catalogueIn(language: Language): Promise<Catalogue> {
  loading ??= loadTexts('dental');
  const texts = await loading;
  const known = catalogues.get(language);
  if (known) return known;
  const nameOf = (group: Group, code: string) =>
    CODES[group].includes(code) ? texts.t(`${group}.${code}`, { lng: language }) : code;
  const foldedNames = (group: Group) =>
    new Map(CODES[group].map((code) => [code, fold(nameOf(group, code))] as const));
  const catalogue = { nameOf, folded: { types: foldedNames('types'), materials: foldedNames('materials') } };
  catalogues.set(language, catalogue);
  return catalogue;
}

/** Shorter words would name half of the catalogue. */
const SHORTEST = 3;

/** Whether a word of a folded name begins with a folded word. */
const beginsWord = (name: string, word: string) =>
  ` ${name.replace(/[^\p{L}\p{N}]+/gu, ' ')}`.includes(` ${word}`);

/**
 * The names that searches look for. Those in the reader's language and in English may contain the word anywhere; a word
 * of a name in another language must begin with it, so that few words name something that their reader does not mean.
 */
export class CatalogueNames {
  readonly #own: Catalogue;
  readonly #catalogues: readonly { catalogue: Catalogue; names: (name: string, word: string) => boolean }[];

  private constructor(
    own: Catalogue,
    catalogues: readonly { catalogue: Catalogue; names: (name: string, word: string) => boolean }[],
  ) {
    this.#own = own;
    this.#catalogues = catalogues;
  }

  static async of(language: Language): Promise<CatalogueNames> {
    const others = LANGUAGES.filter((each) => each !== language && each !== 'en');
    const order = [...new Set<Language>([language, 'en']), ...others];
    const catalogues = await Promise.all(order.map(catalogueIn));
    return new CatalogueNames(
      await catalogueIn(language),
      catalogues.map((catalogue, at) => ({
        catalogue,
        names: order[at] === language || order[at] === 'en' ? hasWord : beginsWord,
      })),
    );
  }

  /** Name of a code as rows of the list show it. */
  nameOf(group: Group, code: string): string {
    return this.#own.nameOf(group, code);
  }

  /** The name of a code by which a folded word finds it. */
  nameWith(group: Group, code: string, word: string): string | undefined {
    if (word.length < SHORTEST) return undefined;
    const found = this.#catalogues.find(({ catalogue, names }) => {
      const name = catalogue.folded[group].get(code);
      return name !== undefined && names(name, word);
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
