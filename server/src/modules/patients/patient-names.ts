import { containsBirthDate } from './birth-dates.ts';
import { isJoined, placesOfWords, printed, spellings, wordsOf } from './spellings.ts';

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

/** Particles of names, which occur in every text. Some are also whole names, such as Das. */
const PARTICLES = new Set(
  'von vom van den der de del della di da do dos das du la le el al bin ibn ten ter zu zum zur y e und'.split(
    ' ',
  ),
);
/** Words of every text that a short name with an s would be, such as `Thi`. */
const COMMON = new Set('this his has was its is as us yes plus des das les las los mas mais'.split(' '));

/** Shorter names match whole words only, because they occur inside other words by chance. */
const LONG_NAME = 4;
const LONG_WHOLE = 6;

/** The words of a file name, also split at `aA` and between letters and digits. */
const partsOf = (text: string): string[] =>
  printed(text)
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

/** The words of a first or last name without its particles; all of them if it has no others. */
function ownWords(name: string): string[] {
  const words = wordsOf(name);
  const others = words.filter((word) => !spellings(word).every((part) => PARTICLES.has(part)));
  return others.length > 0 ? others : words;
}

function namesOf({ patient_first: first, patient_last: last }: Patient): Names {
  const own = [first, last].flatMap(ownWords).flatMap(spellings);
  const joined = [first, last, first + last, last + first].flatMap((name) =>
    spellings(wordsOf(name).join('')),
  );
  const isTelling = (name: string) => name.length > 1 || isJoined(name);
  return {
    parts: [...new Set(own)].filter(isTelling),
    wholes: [...new Set(joined)].filter((name) => name.length > 1 && !PARTICLES.has(name)),
  };
}

/** Whether text without blanks contains a name; a single syllable does not count because it occurs in other words. */
const holdsJoined = (text: string, name: string): boolean =>
  isJoined(name) && name.length > 1 && text.includes(name);

/** Whether a file name identifies the patient. False positives are fine: such a file only gets another name. */
export const nameIdentifies = (filename: string, patient: Patient): boolean =>
  everCalled(patient).some((each) => nameIdentifiesOf(filename, each));

function nameIdentifiesOf(filename: string, patient: Patient): boolean {
  const { parts, wholes } = namesOf(patient);
  const stem = filename.replace(/\.[^.]*$/, '');
  const words = new Set([...partsOf(stem), ...wordsOf(stem)].flatMap(spellings));
  const compact = spellings(wordsOf(stem).join(''));
  const isInside = (least: number) => (name: string) =>
    name.length > 1 &&
    (name.length >= least || isJoined(name)) &&
    compact.some((text) => text.includes(name));
  return (
    [...parts, ...wholes].some((name) => words.has(name)) ||
    parts.some(isInside(LONG_NAME)) ||
    wholes.some(isInside(LONG_WHOLE)) ||
    containsBirthDate(stem, patient.patient_birth)
  );
}

/** Whether a text identifies the patient. */
export const textIdentifies = (text: string, patient: Patient): boolean =>
  textNames(text, patient) || textHasBirthDate(text, patient);

export const textHasBirthDate = (text: string, patient: Patient): boolean =>
  everCalled(patient).some(({ patient_birth }) => containsBirthDate(printed(text), patient_birth));

/** Whether a text has a name of the patient. */
export const textNames = (text: string, patient: Patient): boolean =>
  namedPlaces(printed(text), patient).length > 0;

/** A text with a code in place of each name of the patient; the text itself if it has none. */
export function withoutNames(text: string, patient: Patient, code: string): string {
  const shown = printed(text);
  const places = namedPlaces(shown, patient).toSorted((a, b) => a.start - b.start);
  if (places.length === 0) return text;
  let result = '';
  let at = 0;
  for (const { start, end } of places) {
    if (start >= at) result += shown.slice(at, start) + code;
    at = Math.max(at, end);
  }
  return result + shown.slice(at);
}

/**
 * The places of a printed text that name the patient: whole words, because four letters of some name occur in every
 * other sentence, and two words that are one name.
 */
function namedPlaces(text: string, patient: Patient): { start: number; end: number }[] {
  const words = placesOfWords(text).map(({ 0: word, index: start }) => ({
    spelled: spellings(word),
    start,
    end: start + word.length,
  }));
  const starts = new Set(words.map(({ start }) => start));
  const ends = new Set(words.map(({ end }) => end));
  return everCalled(patient).flatMap((each) => {
    const { parts, wholes } = namesOf(each);
    const names = [...parts, ...wholes];
    const isName = (word: string) =>
      names.some((name) => word === name || (word === `${name}s` && !COMMON.has(word)));
    const single = words.filter(({ spelled, start, end }) => {
      // One syllable after a Latin word is a particle, as in `crown이`.
      const mayBeName = (word: string) => word.length > 1 || !(ends.has(start) || starts.has(end));
      return spelled.some(
        (word) => (isName(word) && mayBeName(word)) || names.some((name) => holdsJoined(word, name)),
      );
    });
    const pairs = words.slice(1).flatMap((next, at) => {
      const one = words[at];
      if (!one) return [];
      // `in a` is not the name Ina, `A-ra` is Ara.
      const isApart = /\s/.test(text.slice(one.end, next.start));
      const isPair = one.spelled
        .flatMap((before) => next.spelled.map((after) => before + after))
        .some((both) => isName(both) && (!isApart || both.length >= LONG_NAME || isJoined(both)));
      return isPair ? [{ start: one.start, end: next.end }] : [];
    });
    return [...single, ...pairs];
  });
}
