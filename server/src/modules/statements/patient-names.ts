import type { OrderFields, OrderRestoration } from '@cusp/contract/order-fields';
import type { StatementFields } from '@cusp/contract/statements';
import { isMaterial, isRestorationType } from '@cusp/dental/restorations';
import { isUsualShade, isUsualStumpShade } from '@cusp/dental/shades';
import { withoutUnseen } from '@cusp/text/unseen';
import { Refusal } from '../../platform/http/refusal.ts';

/** Scripts without blanks between a name and what follows it. */
const JOINED = String.raw`[\p{Script=Hangul}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]`;
const IS_JOINED = new RegExp(JOINED, 'u');
const WORD = new RegExp(String.raw`${JOINED}+|(?:(?!${JOINED})[\p{L}\p{M}\p{N}])+`, 'gu');
/** Shorter parts of a longer name are particles, such as "van der", which other texts have too. */
const PART_LENGTH = 4;

/** How a letter is written without its mark, and how it is spelled out. */
const SPELLED: Record<string, string> = { ä: 'ae', ö: 'oe', ü: 'ue', å: 'aa', ø: 'oe' };
const PLAIN: Record<string, string> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ı: 'i' };

/** A text as it is printed, where invisible letters are left out. */
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

type Patient = Pick<OrderFields['patient'], 'firstname' | 'lastname'>;

/** Whether a word is or, in scripts without blanks, contains a name of the patient. */
function nameTest({ firstname, lastname }: Patient): (word: string) => boolean {
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

/** Refuses the patient's names in what people type; as whole words, because a name can be a part of another word. */
export function requireNoName(
  { patient_code, device, remarks, exceptions, substances }: StatementFields,
  patient: Patient,
): void {
  const isName = nameTest(patient);
  const texts = { patient_code, device, remarks, exceptions, substances };
  for (const [field, text] of Object.entries(texts))
    if (wordsIn(text).some(isName)) throw new Refusal('statement_names_patient', field);
}

/** Restorations with the patient's code in place of their names, which words outside the catalogue can have. */
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
    // These repeat shades, and the statement does not have them.
    meant: [],
    displayName: clean(each.displayName),
    toothText: clean(each.toothText),
  }));
}
