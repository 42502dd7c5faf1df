import { withoutUnseen } from './unseen.ts';

/** Letters that have no accent to take away, as `unaccent` of PostgreSQL writes them. */
const PLAIN: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ı: 'i',
  ł: 'l',
  ŋ: 'n',
  þ: 'th',
  ŧ: 't',
};

const WITHOUT_ACCENT = new RegExp(`[${Object.keys(PLAIN).join('')}]`, 'g');
const ASCII = /^[\x20-\x7e]*$/;

/**
 * A text as searches compare it, like `fold()` of the database: lower case, without accents and invisible characters,
 * Hangul decomposed into its letters.
 */
export const fold = (text: string): string =>
  ASCII.test(text)
    ? text.toLowerCase()
    : withoutUnseen(text)
        .normalize('NFKD')
        .toLowerCase()
        .normalize('NFKD')
        .replace(/\p{Mn}/gu, '')
        .replace(WITHOUT_ACCENT, (sign) => PLAIN[sign] ?? sign);

/** Palmer corners as people type them, and as charts write them. */
const CORNERS: Readonly<Record<string, string>> = { '┘': '⏌', '└': '⎿', '┐': '⏋', '┌': '⎾' };

/** Words for a tooth in all languages of the pages, which searches ignore beside the name of a tooth. */
const TOOTH = new Set(
  (
    'tooth teeth Zahn Zähne Zähnen diente dientes pieza piezas dent dents dente denti dentes elemento elementi ' +
    'ząb zęba zęby zębów 치아 Palmer'
  )
    .split(' ')
    .map(fold),
);

/** Korean counts teeth after the number: `46번`, `46번 치아`, `46 치아`. */
const TOOTH_AFTER = /(?<![\p{L}\p{N}])(?:치아)?(\d\d?)(?:\s*번(?:\s*치아)?|\s+치아)(?![\p{L}\p{N}])/gu;

const TOOTH_NAME = /^(?:#?\d{1,2}|#[A-Ta-t]|(?:UR|UL|LL|LR)[1-8A-E]|[1-8A-E][⏌⎿⎾⏋]|[⏌⎿⎾⏋][1-8A-E]|fdi\d\d)$/i;

/** Normalises a tooth after its word for a search: 4.6 is 46, E is #E, 46번 is 46. */
function toothNamed(word: string | undefined): string | undefined {
  const plain = word?.replace(/^([1-8])[.\-·]([1-8])$/, '$1$2').replace(/^(?=[A-T]$)/, '#');
  return plain !== undefined && TOOTH_NAME.test(plain) ? plain : undefined;
}

const PALMER_NAME = /^(?:UR|UL|LL|LR)|[⏌⎿⎾⏋]/i;

/** The tooth that is named after a word for a tooth; `Palmer 16` is a person called Palmer, `Palmer UR6` a tooth. */
function toothAfter(word: string | undefined, name: string | undefined): string | undefined {
  const kind = word === undefined ? '' : fold(word);
  if (!TOOTH.has(kind)) return undefined;
  const tooth = toothNamed(name);
  return tooth !== undefined && (kind !== 'palmer' || PALMER_NAME.test(tooth)) ? tooth : undefined;
}

/**
 * The words of a search. Punctuation at the ends of a word is ignored: `Berg, "Anna" …` has the words `Berg` and
 * `Anna`. A tooth with the name of its number system is one word: `FDI 16` is `fdi16`, `Universal 3` is `#3`. The word
 * for a tooth is ignored beside its name: `tooth 46`, `Zahn 4.6` and `46번 치아` are `46`.
 */
export function searchWords(search: string): string[] {
  const words = rawWords(search);
  return words.flatMap((word, at) =>
    toothAfter(word, words[at + 1]) === undefined ? [toothAfter(words[at - 1], word) ?? word] : [],
  );
}

/**
 * Names that may end with a word for a tooth, which `searchWords` leaves out: `Smile Dent 46` may be tooth 46 of the
 * practice `Smile Dent`.
 */
export function namesBeforeTeeth(search: string): string[] {
  const words = rawWords(search);
  return words.flatMap((word, at) => {
    const before = words[at - 1];
    const mayBeName = before !== undefined && toothNamed(before) === undefined;
    return mayBeName && toothAfter(word, words[at + 1]) !== undefined ? [`${before} ${word}`] : [];
  });
}

/** Beginnings of surnames that an apostrophe follows: O'Neill, D'Angelo, L'Hermite, Dell'Acqua, Dall'Oglio. */
const BEFORE_APOSTROPHE = /^(dell|dall|o|d|l)(?=\p{L}{3})/iu;

/** The words of a search with the apostrophe of a surname that was typed without it, one surname at a time. */
export const withApostrophe = (words: readonly string[]): string[][] =>
  words.flatMap((word, at) =>
    BEFORE_APOSTROPHE.test(word) ? [words.with(at, word.replace(BEFORE_APOSTROPHE, "$1'"))] : [],
  );

function rawWords(search: string): string[] {
  const words = search
    .normalize('NFC')
    .replace(/(?<![\p{L}\p{N}])FDI\s+(?=\d\d(?![\p{L}\p{N}]))/giu, 'fdi')
    .replace(/(?<![\p{L}\p{N}])Universal\s+#?(?=(?:\d\d?|[A-T])(?![\p{L}\p{N}]))/giu, '#')
    .replace(/(?<![\p{L}\p{N}])(UR|UL|LL|LR)\s+(?=[1-8A-E](?![\p{L}\p{N}]))/giu, '$1')
    .replace(TOOTH_AFTER, '$1')
    .replace(/(?<!\S)치아(?:\s*번호)?\s*(?=\d\d?(?!\S))/gu, '')
    .replace(/[┘└┐┌]/g, (corner) => CORNERS[corner] ?? corner)
    .split(/\s+/)
    .map((word) =>
      word.replace(/^["„“”«»([….]+(?=[\p{L}\p{N}#⏌⎿⎾⏋])|(?<=[\p{L}\p{N}⏌⎿⎾⏋])[,;:.!?"“”«»)\]…]+$/gu, ''),
    )
    .filter((word) => word !== '');
  // Dots usually mark an ellipsis, so they are dropped unless the search has nothing else.
  const others = words.filter((word) => !/^[….]+$/.test(word));
  return others.length > 0 ? others : words;
}

const PALMER_LETTERS: Readonly<Record<string, string>> = { '⏌': 'ur', '⎿': 'ul', '⎾': 'll', '⏋': 'lr' };

/** The name with quadrant letters of a folded Palmer name with a corner; undefined for other words. */
function withPalmerLetters(word: string): string | undefined {
  const [, right, afterRight = '', beforeLeft = '', left] =
    /^(?:([1-8a-e])([⏌⏋])|([⎿⎾])([1-8a-e]))$/.exec(word) ?? [];
  const figure = right ?? left;
  return figure && `${PALMER_LETTERS[afterRight || beforeLeft]}${figure}`;
}

/**
 * Further names of the tooth that a folded word can mean in an order of another number system: `6⏌` is `ur6`, which is
 * among the words of every order. A bare number that exists in only one system is that tooth everywhere: 46 is `fdi46`,
 * 30 is `#30`. One in both FDI and Universal is read in the reader's system.
 */
export function furtherNames(word: string, system?: string): string[] {
  const isFdi = /^(?:[1-4][1-8]|[5-8][1-5])$/.test(word);
  const isUniversal = /^[1-9]\d?$/.test(word) && Number(word) <= 32;
  const isUniversalReader = system === 'Universal' || system === 'Primary';
  const palmer = withPalmerLetters(word);
  if (palmer !== undefined) return [palmer];
  return [
    ...(isFdi && (!isUniversal || system === 'FDI') ? [`fdi${word}`] : []),
    ...(isUniversal && (!isFdi || isUniversalReader) ? [`#${word}`] : []),
  ];
}

/**
 * Whether a word is a number of one or two digits, such as a tooth, which must be found whole: 2 is not found in 21.
 */
export const isWholeNumber = (word: string): boolean => /^#?\d{1,2}$/.test(word);

/** A trigram index needs three characters; shorter words match only the beginning of a word. */
const SHORTEST_INFIX = 3;

/**
 * Whether a folded word is a primary tooth by the letters of its quadrant, which is found only where a word begins. `ure`,
 * the upper right second molar, would otherwise be found in every denture.
 */
export const isPrimaryTooth = (word: string): boolean => /^[ul][lr][a-e]$/.test(word);

/** The Korean word that follows the number of a tooth without a blank, folded: `46번`. */
export const KOREAN_NUMBER_MARK = fold('번');

const isAlnum = (sign: string | undefined) => sign !== undefined && /[\p{L}\p{N}]/u.test(sign);

/** Where a folded word begins in a folded text, after `from`; -1 if nowhere. */
function placeOf(text: string, word: string, from: number): number {
  for (let at = text.indexOf(word, from); at >= 0; at = text.indexOf(word, at + 1)) {
    if (word.length >= SHORTEST_INFIX && !isWholeNumber(word) && !isPrimaryTooth(word)) return at;
    const begins = !isAlnum(text[at - 1]) && text[at - 1] !== '#';
    const end = at + word.length;
    const goesOn = isAlnum(text[end]) && !text.startsWith(KOREAN_NUMBER_MARK, end);
    if (begins && !(isWholeNumber(word) && goesOn)) return at;
  }
  return -1;
}

/** Whether a folded text contains a folded word, by the rules of the search. */
export const hasWord = (folded: string, word: string): boolean => placeOf(folded, word, 0) >= 0;

/** The same for a text as written. */
export const containsWord = (text: string, word: string): boolean => hasWord(fold(text), word);

/**
 * The parts of a text, in order; every second one, beginning with the second, is a match of one of the folded words.
 */
export function splitAtWords(text: string, words: readonly string[]): string[] {
  // Most texts of a list do not contain the words.
  if (ASCII.test(text)) {
    const plain = text.toLowerCase();
    if (!words.some((word) => word !== '' && hasWord(plain, word))) return [text];
  }
  // The place in the text of each letter of the folded text, and of its end.
  const places: number[] = [];
  let folded = '';
  let at = 0;
  for (const sign of text) {
    const letters = fold(sign);
    for (let letter = 0; letter < letters.length; letter += 1) places.push(at);
    folded += letters;
    at += sign.length;
  }
  places.push(at);
  const endOf = (place: number) => {
    let end = place;
    while (end < folded.length && places[end] === places[place - 1]) end += 1;
    return places[end] ?? at;
  };
  const isMarked = new Array<boolean>(text.length).fill(false);
  for (const word of words) {
    if (word === '') continue;
    for (let found = placeOf(folded, word, 0); found >= 0; found = placeOf(folded, word, found + word.length))
      isMarked.fill(true, places[found], endOf(found + word.length));
  }
  const parts = [''];
  for (let sign = 0; sign < text.length; sign += 1) {
    if (isMarked[sign] !== (parts.length % 2 === 0)) parts.push('');
    parts[parts.length - 1] += text[sign] ?? '';
  }
  return parts;
}

/** Letters around a match in a snippet. */
const BEFORE = 28;
const AFTER = 70;

/**
 * The part of a text around the first match of a folded word, or its beginning without one, on one line; the text
 * itself if it is short.
 */
export function snippetAround(text: string, word: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  const [before = '', found] = splitAtWords(line, [word]);
  const signs = [...line];
  const match = found === undefined ? 0 : [...before].length;
  const from = match <= BEFORE + 8 ? 0 : beginOfWord(signs, match - BEFORE, match);
  const to =
    signs.length - from <= BEFORE + AFTER + 8
      ? signs.length
      : endOfWord(signs, Math.max(match, from) + AFTER);
  return `${from > 0 ? '…' : ''}${signs.slice(from, to).join('').trim()}${to < signs.length ? '…' : ''}`;
}

/** The beginning of the first whole word from a place, at most as far as `limit`. */
function beginOfWord(signs: readonly string[], from: number, limit: number): number {
  const blank = signs.indexOf(' ', from);
  return blank >= 0 && blank < limit ? blank + 1 : from;
}

/** The end of the last whole word up to a place. */
function endOfWord(signs: readonly string[], to: number): number {
  const blank = signs.lastIndexOf(' ', to);
  return blank > to - 20 ? blank : to;
}
