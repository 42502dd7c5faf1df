/** Korean family names have one syllable except these. */
const LONG_KOREAN = ['남궁', '황보', '제갈', '사공', '선우', '서문', '독고', '동방'];
const HANGUL = /^\p{Script=Hangul}+$/u;
const HAN = /^[\p{Script=Han}々]+$/u;
const HAN_OR_KANA = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}々ー]+$/u;

function isFamilyFirst(first: string, last: string): boolean {
  if (HAN.test(last)) return HAN_OR_KANA.test(first);
  // A western name in Korean letters keeps its order.
  return HANGUL.test(first) && HANGUL.test(last) && (last.length === 1 || LONG_KOREAN.includes(last));
}

/**
 * A person's name in the order of its own culture: Korean, Chinese and Japanese names are family name first without a
 * space, all others first name first. Independent of the page's language. '' if both parts are empty.
 */
export const fullName = (firstName: string, lastName: string): string =>
  nameParts(firstName, lastName).join(' ');

/**
 * Compares names as the lists of a language are sorted: in German ä beside a, in Korean Hangul before Latin letters.
 */
export const nameOrder = (language: string): ((one: string, other: string) => number) =>
  new Intl.Collator(language, { numeric: true }).compare;

/** The parts of a full name: first and last name, or fewer. */
export function nameParts(firstName: string, lastName: string): string[] {
  const [first, last] = [firstName.trim().normalize('NFC'), lastName.trim().normalize('NFC')];
  return (isFamilyFirst(first, last) ? [last + first] : [first, last]).filter(Boolean);
}
