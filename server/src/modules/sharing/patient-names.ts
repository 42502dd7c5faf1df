/** Data by which a patient is recognised in texts and file names. */
export interface Patient {
  patient_first: string;
  patient_last: string;
  /** `YYYY-MM-DD`. */
  patient_birth: string | null;
  /** The names before and after each correction of the order, because notes and files may contain an earlier one. */
  other_names?: readonly { firstname?: string; lastname?: string; birthdate?: string | null }[];
}

/** The patient with the present name and with each earlier one. */
const everCalled = (patient: Patient): Patient[] => [
  patient,
  ...(patient.other_names ?? []).map(({ firstname, lastname, birthdate }) => ({
    patient_first: firstname ?? patient.patient_first,
    patient_last: lastname ?? patient.patient_last,
    patient_birth: birthdate === undefined ? patient.patient_birth : birthdate,
  })),
];

/** Particles of names, which occur in every text. */
const PARTICLES = new Set(
  'von vom van den der de del della di da do dos das du la le el al bin ibn ten ter zu zum zur y e und'.split(
    ' ',
  ),
);
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

/** Shorter names match whole words only, because they occur inside other words by chance. */
const LONG_NAME = 4;
const LONG_WHOLE = 6;

/** Scripts that write words without blanks, or join endings to a name. */
const JOINED = /[\p{Script=Hangul}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;

/** Folds case, diacritics and width; Hangul is composed to one letter a syllable. */
const folded = (text: string): string =>
  text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .normalize('NFC')
    .replace(/[ßøłđðþæœı]/g, (letter) => LETTERS[letter] ?? letter);

/** The text in each of the spellings people use for such letters. */
function spellings(text: string): string[] {
  const spelled = text
    .toLowerCase()
    .normalize('NFC')
    .replace(/[äöüåø]/g, (letter) => SPELLED[letter] ?? letter);
  return [...new Set([folded(text), folded(spelled)])];
}

/**
 * Words between characters that are not letters or digits; in file names also split at `aA` and between letters and
 * digits.
 */
const wordsOf = (text: string): string[] => text.split(/[^\p{L}\p{M}\p{N}]+/u).filter(Boolean);
const partsOf = (text: string): string[] =>
  text
    .normalize('NFC')
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{L})(\p{N})|(\p{N})(\p{L})/gu, '$1$3 $2$4')
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter(Boolean);

interface Names {
  /** Each part of a name in each spelling. */
  parts: string[];
  /** The full name as one word, in each order of its parts. */
  wholes: string[];
}

function namesOf({ patient_first: first, patient_last: last }: Patient): Names {
  const words = [...wordsOf(first), ...wordsOf(last)];
  const own = words.flatMap(spellings).filter((part) => !PARTICLES.has(part));
  const joined = [first, last, first + last, last + first].flatMap((name) =>
    spellings(wordsOf(name).join('')),
  );
  const isTelling = (name: string) => name.length > 1 || JOINED.test(name);
  return {
    parts: [...new Set(own)].filter(isTelling),
    wholes: [...new Set(joined)].filter((name) => name.length > 1 && !PARTICLES.has(name)),
  };
}

/** Whether text without blanks contains a name; a single syllable does not count because it occurs in other words. */
const holdsJoined = (text: string, name: string): boolean =>
  JOINED.test(name) && name.length > 1 && text.includes(name);

/** Whether a file name identifies the patient. False positives are fine: such a file only gets another name. */
export const nameTells = (filename: string, patient: Patient): boolean =>
  everCalled(patient).some((each) => nameTellsOf(filename, each));

function nameTellsOf(filename: string, patient: Patient): boolean {
  const { parts, wholes } = namesOf(patient);
  const stem = filename.replace(/\.[^.]*$/, '');
  const words = new Set([...partsOf(stem), ...wordsOf(stem)].flatMap(spellings));
  const compact = spellings(wordsOf(stem).join(''));
  const isInside = (least: number) => (name: string) =>
    name.length > 1 &&
    (name.length >= least || JOINED.test(name)) &&
    compact.some((text) => text.includes(name));
  return (
    [...parts, ...wholes].some((name) => words.has(name)) ||
    parts.some(isInside(LONG_NAME)) ||
    wholes.some(isInside(LONG_WHOLE)) ||
    tellsBirth(stem, patient.patient_birth)
  );
}

/**
 * Whether a text identifies the patient, by whole words, because four letters of some name occur in every other
 * sentence.
 */
export const textTells = (text: string, patient: Patient): boolean =>
  everCalled(patient).some((each) => textTellsOf(text, each));

function textTellsOf(text: string, patient: Patient): boolean {
  const { parts, wholes } = namesOf(patient);
  const words = wordsOf(text).map(spellings);
  const all = words.flat();
  const pairs = words
    .slice(1)
    .flatMap((next, at) => (words[at] ?? []).flatMap((one) => next.map((two) => one + two)));
  return (
    [...parts, ...wholes].some(
      (name) =>
        all.some((word) => word === name || word === `${name}s` || holdsJoined(word, name)) ||
        pairs.includes(name),
    ) || tellsBirth(text, patient.patient_birth)
  );
}

/** Between the numbers of a date. */
const GAP = String.raw`(?:[.\-/_ ]{1,2}|[년월年月] ?)`;
const DATES = new RegExp(String.raw`(?<!\d)(?=(\d{1,4})${GAP}(\d{1,2})${GAP}(\d{1,4})(?!\d))`, 'gu');

/** The date of birth in each order people use: as eight or six digits, or as numbers with or without zeros and century. */
function tellsBirth(text: string, birth: string | null): boolean {
  const [year, month, day] = birth?.split('-') ?? [];
  if (!year || !month || !day) return false;
  const short = year.slice(2);
  const spelled = [year, short].flatMap((y) => [
    [y, month, day],
    [day, month, y],
    [month, day, y],
  ]);
  const joined = new Set(spelled.map((parts) => parts.join('')));
  const numbers = new Set(spelled.map((parts) => parts.map(Number).join()));
  const long = [...joined].filter((digits) => digits.length === 8);
  const digits = text.replace(/(?<=\d)[.\-/_ ]{1,2}(?=\d)/g, '');
  return (
    long.some((date) => digits.includes(date)) ||
    (text.match(/\d+/g) ?? []).some((run) => joined.has(run)) ||
    [...text.matchAll(DATES)].some(([, ...parts]) => numbers.has(parts.map(Number).join()))
  );
}
