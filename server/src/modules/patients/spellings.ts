import { withoutUnseen } from '@cusp/text/unseen';

/** Letters that Unicode normalisation does not decompose. */
const LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  æ: 'ae',
  œ: 'oe',
  ı: 'i',
};
/** ASCII spellings of German and Nordic letters. */
const SPELLED: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', å: 'aa', ø: 'oe' };

/** Scripts that write words without blanks, or join endings to a name. */
const JOINED = String.raw`[\p{Script=Hangul}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]`;
const IS_JOINED = new RegExp(JOINED, 'u');
/** Letters and digits of one kind of script; an ending in Hangul is not a part of a Latin name. */
const WORD = new RegExp(String.raw`${JOINED}+|(?:(?!${JOINED})[\p{L}\p{M}\p{N}])+`, 'gu');

/** A text as printed, without invisible characters. */
export const printed = (text: string): string => withoutUnseen(text).normalize('NFKC');

export const isJoined = (word: string): boolean => IS_JOINED.test(word);

/** The words of a printed text, with their places. */
export const placesOfWords = (text: string) => [...text.matchAll(WORD)];
export const wordsOf = (text: string): string[] => placesOfWords(printed(text)).map(([word]) => word);

/** Folds case, diacritics and width; Hangul is composed to one letter a syllable. */
const folded = (text: string): string =>
  text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .normalize('NFC')
    .replace(/[ßøłđðþæœı]/g, (letter) => LETTERS[letter] ?? letter);

/** The text in each of the spellings people use for such letters. */
export function spellings(text: string): string[] {
  const spelled = text
    .toLowerCase()
    .normalize('NFC')
    .replace(/[äöüåø]/g, (letter) => SPELLED[letter] ?? letter);
  return [...new Set([folded(text), folded(spelled)])];
}
