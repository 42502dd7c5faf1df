/** A patient as far as texts and file names can tell who it is. */
export interface Patient {
  patient_first: string;
  patient_last: string;
  /** `YYYY-MM-DD`. */
  patient_birth: string | null;
  /** What corrections of the order changed, before and after: notes and files keep the name they were made under. */
  other_names?: readonly { firstname?: string; lastname?: string; birthdate?: string | null }[];
}

/** The patient under the present name and under each other one. */
const everCalled = (patient: Patient): Patient[] => [
  patient,
  ...(patient.other_names ?? []).map(({ firstname, lastname, birthdate }) => ({
    patient_first: firstname ?? patient.patient_first,
    patient_last: lastname ?? patient.patient_last,
    patient_birth: birthdate === undefined ? patient.patient_birth : birthdate,
  })),
];

/** Particles of names, which stand in every text. */
const PARTICLES = new Set(
  'von vom van den der de del della di da do dos das du la le el al bin ibn ten ter zu zum zur y e und'.split(
    ' ',
  ),
);
/** Letters that keep their mark when it is taken off by Unicode. */
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
/** How German and Nordic names are written without their letters. */
const SPELLED: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', å: 'aa', ø: 'oe' };

/** Names shorter than this are looked for as words of their own: inside others they are found by chance. */
const LONG_NAME = 4;
const LONG_WHOLE = 6;

/** Scripts that write words without blanks, or with endings joined to a name. */
const JOINED = /[\p{Script=Hangul}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;

/** Letters without case, marks and width; Hangul is one letter a syllable, however it was stored. */
const folded = (text: string): string =>
  text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .normalize('NFC')
    .replace(/[ßøłđðþæœı]/g, (letter) => LETTERS[letter] ?? letter);

/** The same spelled in each of the ways that people write such letters. */
function spellings(text: string): string[] {
  const spelled = text
    .toLowerCase()
    .normalize('NFC')
    .replace(/[äöüåø]/g, (letter) => SPELLED[letter] ?? letter);
  return [...new Set([folded(text), folded(spelled)])];
}

/** Words between everything that is no letter or digit; in names of files also between `aA`, and letters and digits. */
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
  /** All of a name in one word, in each order. */
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

/** Whether joined writing holds a name: one syllable alone is also a part of other words. */
const holdsJoined = (text: string, name: string): boolean =>
  JOINED.test(name) && name.length > 1 && text.includes(name);

/** Whether the name of a file tells who the patient is. Rather once too often: such a file gets another name. */
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

/** Whether a text tells who the patient is, by whole words: every other sentence holds four letters of some name. */
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

/** The day of birth in eight digits, in any of the orders that people write it. */
function tellsBirth(text: string, birth: string | null): boolean {
  const [year, month, day] = birth?.split('-') ?? [];
  if (!year || !month || !day) return false;
  const dates = text.replace(/(?<=\d)[.\-/_ ]{1,2}(?=\d)/g, '');
  return [year + month + day, day + month + year, month + day + year].some((date) => dates.includes(date));
}
