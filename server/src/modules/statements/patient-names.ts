import type { OrderFields, OrderRestoration } from '@cusp/contract/order-fields';
import type { StatementFields } from '@cusp/contract/statements';
import { isMaterial, isRestorationType } from '@cusp/dental/restorations';
import { isUsualShade, isUsualStumpShade } from '@cusp/dental/shades';
import { LANGUAGES } from '@cusp/text/languages';
import { withoutUnseen } from '@cusp/text/unseen';
import { Refusal } from '../../platform/http/refusal.ts';

/** Scripts without a space between a name and the following word. */
const JOINED = String.raw`[\p{Script=Hangul}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]`;
const IS_JOINED = new RegExp(JOINED, 'u');
const WORD = new RegExp(String.raw`${JOINED}+|(?:(?!${JOINED})[\p{L}\p{M}\p{N}])+`, 'gu');
/** Shorter parts of a longer name are particles, such as "van der", which other texts have too. */
const PART_LENGTH = 4;

/** A letter without its diacritic, and its spelled-out form. */
const SPELLED: Record<string, string> = { ä: 'ae', ö: 'oe', ü: 'ue', å: 'aa', ø: 'oe' };
const PLAIN: Record<string, string> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ı: 'i' };

/** A text as printed, without invisible characters. */
const printed = (text: string): string => withoutUnseen(text).normalize('NFKC');
const wordsIn = (text: string): string[] => printed(text).match(WORD) ?? [];

function spellings(word: string): string[] {
  const lower = word.toLowerCase();
  return [lower, lower.replace(/[äöüåø]/g, (letter) => SPELLED[letter] ?? letter)].map((each) =>
    each
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .replace(/[ßæœøłđı]/g, (letter) => PLAIN[letter] ?? letter),
  );
}

type Patient = Pick<OrderFields['patient'], 'firstname' | 'lastname' | 'birthdate'>;

/** Whether a word is or, in scripts without blanks, contains a name of the patient. */
function nameTest({ firstname, lastname }: Omit<Patient, 'birthdate'>): (word: string) => boolean {
  const words = new Set<string>();
  const joined = [firstname + lastname, lastname + firstname].map((name) => wordsIn(name).join(''));
  const parts = [firstname, lastname].flatMap((name) => {
    const all = wordsIn(name);
    const long = all.filter((word) => word.length >= PART_LENGTH || IS_JOINED.test(word));
    return long.length > 0 ? long : all;
  });
  for (const part of parts) for (const spelling of spellings(part)) words.add(spelling);
  const inside = [...joined, ...parts].filter((name) => name.length > 1 && IS_JOINED.test(name));
  return (word) =>
    word.length > 1 &&
    (IS_JOINED.test(word)
      ? inside.some((name) => word.includes(name))
      : spellings(word).some((each) => words.has(each)));
}

const ROMAN = ['i', 'ii', 'iii', 'iv', 'v', 'vi', 'vii', 'viii', 'ix', 'x', 'xi', 'xii'];

let months: ReadonlyMap<string, number> | undefined;

/** Month names and abbreviations of all languages, and Roman numerals, as `spellings` writes them. */
function monthNumbers(): ReadonlyMap<string, number> {
  months ??= new Map<string, number>([
    ['mrz', 3],
    ...[...LANGUAGES, 'de-AT', 'en-GB'].flatMap((language) =>
      (['long', 'short'] as const).flatMap((month) =>
        // Polish months have another ending beside a day.
        [{ month }, { month, day: 'numeric' } as const].flatMap((parts) => {
          const format = new Intl.DateTimeFormat(language, { ...parts, timeZone: 'UTC' });
          return ROMAN.flatMap((roman, at) => {
            const name = format.formatToParts(Date.UTC(2000, at)).find(({ type }) => type === 'month')?.value;
            return [roman, ...spellings(name?.replace('.', '') ?? '')].map((word) => [word, at + 1] as const);
          });
        }),
      ),
    ),
  ]);
  return months;
}

/** The numbers of a text in their order, with those of months that are written as a word. */
function numbersIn(text: string): string[] {
  const parts = printed(text).match(/\d+|[\p{L}\p{M}]+/gu) ?? [];
  return parts.flatMap((part) => {
    if (/^\d/.test(part)) return part;
    const month = spellings(part)
      .map((word) => monthNumbers().get(word))
      .find((found) => found !== undefined);
    return month === undefined ? [] : String(month);
  });
}

/**
 * Whether a text has a date in the order of any country, with or without something between its parts, the month in digits or
 * as a word.
 */
function dateTest(date: string | null): (text: string) => boolean {
  const [year = '', month = '', day = ''] = date?.split('-') ?? [];
  if (!date) return () => false;
  const orders = [year, year.slice(2)].flatMap((y) => [
    [y, month, day],
    [day, month, y],
    [month, day, y],
  ]);
  const whole = new Set(orders.map((parts) => parts.join('')));
  const asNumbers = (parts: string[]) => parts.map(Number).join(' ');
  const apart = new Set(orders.map(asNumbers));
  const isNamed = (runs: string[]) => runs.some((_, at) => apart.has(asNumbers(runs.slice(at, at + 3))));
  return (text) => {
    const runs = printed(text).match(/\d+/g) ?? [];
    return runs.some((run) => whole.has(run)) || isNamed(runs) || isNamed(numbersIn(text));
  };
}

/**
 * Refuses the patient's names and birth date in free text. Names are matched as whole words, because a name can be a
 * part of another word.
 */
export function requireNobodyNamed(
  { patient_code, device, remarks, exceptions, substances }: StatementFields,
  patient: Patient,
): void {
  const isName = nameTest(patient);
  const hasBirth = dateTest(patient.birthdate);
  const texts = { patient_code, device, remarks, exceptions, substances };
  for (const [field, text] of Object.entries(texts)) {
    if (wordsIn(text).some(isName)) throw new Refusal('statement_names_patient', field);
    if (hasBirth(text)) throw new Refusal('statement_birth_date', field);
  }
}

/** Restorations with the patient's code in place of their names, which free-text types and materials can contain. */
export function withoutNames(
  restorations: readonly OrderRestoration[],
  patient: Patient,
  code: string,
): OrderRestoration[] {
  const isName = nameTest(patient);
  const clean = (text: string) =>
    wordsIn(text).some(isName) ? printed(text).replace(WORD, (word) => (isName(word) ? code : word)) : text;
  const cleanOwn = (text: string, isListed: (text: string) => boolean) =>
    isListed(text) ? text : clean(text);
  return restorations.map((each) => ({
    ...each,
    type: cleanOwn(each.type, isRestorationType),
    material: each.material === null ? null : cleanOwn(each.material, isMaterial),
    shade: cleanOwn(each.shade, isUsualShade),
    stumpShade: cleanOwn(each.stumpShade, isUsualStumpShade),
    // These repeat shades, which the statement omits.
    meant: [],
    displayName: clean(each.displayName),
    toothText: clean(each.toothText),
  }));
}
