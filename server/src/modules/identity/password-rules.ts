import type { FieldIssue } from '@cusp/contract/error-body';
import { ERRORS, type ErrorCode } from '@cusp/contract/errors';
import { LIMITS } from '@cusp/contract/limits';
import { dictionary } from '@zxcvbn-ts/language-common';
import { SKINS } from '../../platform/brand/brands.ts';
import { PASSWORD_WORDS } from './password-words.ts';

const BETWEEN_WORDS = /[^\p{L}\p{N}]+/gu;
/** Compatibility characters are folded, so that full-width letters do not bypass the lists (NFKC, RFC 8265). */
const plainOf = (text: string): string => text.normalize('NFKC').toLowerCase();

/** Passwords that occur most often in leaked collections, in lower case and without replaced letters. */
const LEAKED = new Set(dictionary['passwords-common'].map(String));
/** Names of the product and its brands, and words around sign-ins, months and seasons in all languages. */
const EVERYBODYS = [
  ...SKINS.flatMap(({ app_name, name, company_name, key }) => [app_name, name, company_name, key]),
  ...PASSWORD_WORDS,
].flatMap(wordsOf);

/** Letters that people replace by similar signs. */
const REPLACED: Record<string, string> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
};
/** The part beside known words has to have at least this many characters. */
const MIN_OWN = 6;
/** A date or a short count beside known words adds nothing. */
const ONLY_NUMBERS = /^[\d\p{P}\p{S}\p{Z}]{0,9}$/u;
/** Facts about the person that others may know. */
export interface PasswordOwner {
  email?: string | undefined;
  first_name?: string | undefined;
  last_name?: string | undefined;
  institution?: string | undefined;
}

/** Why a new password is refused: its length, or because it can be guessed. There are no composition rules. */
export function passwordTrouble(password: string, owner: PasswordOwner = {}): ErrorCode | null {
  if (password.length < LIMITS.passwordMin) return 'password_short';
  if (password.length > LIMITS.passwordMax) return 'password_long';
  const plain = plainOf(password);
  if (isCommon(plain)) return 'password_common';
  return [plain, plainOf(unreplaced(plain))].some((text) => isBuiltFrom(text, owner))
    ? 'password_guessable'
    : null;
}

export const issueOf = (field: string, code: ErrorCode): FieldIssue => ({
  field,
  code,
  message: ERRORS[code].detail,
});

const unreplaced = (text: string): string =>
  [...text].map((character) => REPLACED[character] ?? character).join('');

/**
 * Whether it is a leaked password, one with replaced letters or a few characters around it, a repetition or a sequence.
 */
function isCommon(plain: string): boolean {
  const once = repeatedPart(plain);
  if (once.length <= 4 && once !== plain) return true;
  if (isSequence(plain)) return true;
  const core = (text: string) =>
    text.replace(/^[\d\p{P}\p{S}]{0,5}/u, '').replace(/[\d\p{P}\p{S}]{0,5}$/u, '');
  const forms = [plain, once, core(plain), core(once), core(unreplaced(core(plain))), unreplaced(plain)];
  return forms.some((form) => form.length >= 4 && LEAKED.has(form));
}

/** The shortest part whose repetition makes the text; the whole text if it is not a repetition. */
function repeatedPart(text: string): string {
  for (let length = 1; length <= text.length / 2; length += 1)
    if (text.length % length === 0 && text.slice(0, length).repeat(text.length / length) === text)
      return text.slice(0, length);
  return text;
}

/** Whether each character is the successor or predecessor of the one before, as in the alphabet. */
function isSequence(text: string): boolean {
  const steps = [...text].slice(1).map((character, at) => character.charCodeAt(0) - text.charCodeAt(at));
  return steps.every((step) => step === steps[0]) && Math.abs(steps[0] ?? 0) <= 1;
}

/** Whether hardly anything remains without words about the person, the product and the calendar that others know. */
function isBuiltFrom(plain: string, owner: PasswordOwner): boolean {
  const words = [
    ...wordsOf(owner.email ?? ''),
    ...wordsOf(`${owner.first_name ?? ''} ${owner.last_name ?? ''} ${owner.institution ?? ''}`),
    ...EVERYBODYS,
  ].sort((one, other) => other.length - one.length);
  let rest = plain;
  for (const word of words) rest = rest.replaceAll(word, ' ');
  if (rest === plain) return false;
  const own = rest.replaceAll(BETWEEN_WORDS, '');
  return own.length < MIN_OWN || ONLY_NUMBERS.test(rest);
}

/** Words of three letters or more; two are enough in scripts where a character is a syllable. */
function wordsOf(text: string): string[] {
  return plainOf(text)
    .split(BETWEEN_WORDS)
    .filter((word) => word.length >= (/\p{Script=Hangul}/u.test(word) ? 2 : 3));
}
