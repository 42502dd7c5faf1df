import { fold } from './search-words.ts';

/** Endings of plurals and of their singulars in the languages of the pages, as searches fold them. */
const ENDINGS: readonly (readonly [plural: string, singular: string])[] = [
  // English, Spanish, French, Portuguese
  ['s', ''],
  ['es', ''],
  ['ies', 'y'],
  ['x', ''],
  ['oes', 'ao'],
  // German
  ['n', ''],
  ['en', ''],
  ['en', 'um'],
  ['e', ''],
  ['er', ''],
  // Italian
  ['e', 'a'],
  ['i', 'o'],
  ['i', 'e'],
  ['i', 'io'],
  // Polish
  ['y', ''],
  ['y', 'a'],
  ['i', 'a'],
  ['i', ''],
  ['ow', ''],
  // Korean
  [fold('들'), ''],
];

/** Shorter words are names and abbreviations more often than plurals. */
const SHORTEST_SINGULAR = 4;

/**
 * Words that a folded word can be the plural of, by the endings of all languages: `kronen` gives `krone` and `kron`.
 * Some results are not words, so callers look them up among known words.
 */
export const singularsOf = (word: string): string[] => [
  ...new Set(
    ENDINGS.flatMap(([plural, singular]) => {
      if (!word.endsWith(plural)) return [];
      const found = word.slice(0, word.length - plural.length) + singular;
      return found.length >= SHORTEST_SINGULAR ? found : [];
    }),
  ),
];
