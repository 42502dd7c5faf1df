import { singularsOf } from '@cusp/text/plurals';
import { fold, hasWord } from '@cusp/text/search-words';
import Fuse from 'fuse.js';

/**
 * In a shorter word, swapped letters often make another word. A longer text is not a word and would take long to
 * compare.
 */
const SHORTEST_SWAPPED = 4;
const LONGEST_SWAPPED = 24;

/** A word with each pair of neighbouring letters swapped. Fuse counts a swap as two errors. */
export function swapsOf(word: string): string[] {
  const letters = [...word];
  if (letters.length < SHORTEST_SWAPPED || letters.length > LONGEST_SWAPPED) return [];
  return letters.slice(1).flatMap((letter, at) => {
    const swapped = letters
      .with(at, letter)
      .with(at + 1, letters[at] ?? '')
      .join('');
    return swapped === word ? [] : [swapped];
  });
}

/**
 * Words to highlight in a text that was found in spite of typing errors: the folded words of the search that are in it,
 * their singulars, or else the word of the text that comes nearest. `unseen` is text that was searched too but is not
 * shown.
 */
export function nearWords(text: string, search: string, unseen = ''): string[] {
  const shown = fold(text);
  const all = `${shown} ${fold(unseen)}`;
  const own = [...new Set(shown.split(/[^\p{L}\p{N}]+/u).filter(Boolean))];
  let fuse: Fuse<string> | undefined;
  const nearest = (word: string) => {
    // Most texts contain the words as they are.
    fuse ??= new Fuse(own, { threshold: 0.34, ignoreLocation: true });
    return fuse.search(word, { limit: 1 })[0]?.item;
  };
  return search
    .trim()
    .split(/\s+/)
    .map(fold)
    .filter((word) => word !== '')
    .flatMap((word) => {
      if (hasWord(all, word)) return word;
      const singulars = singularsOf(word).filter((each) => hasWord(shown, each));
      if (singulars.length > 0) return singulars;
      const swapped = swapsOf(word).filter((each) => hasWord(shown, each));
      return swapped.length > 0 ? swapped : (nearest(word) ?? []);
    });
}
