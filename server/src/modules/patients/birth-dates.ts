import { LANGUAGES } from '@cusp/text/languages';
import { spellings } from './spellings.ts';

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

const monthOf = (word: string): number | undefined =>
  spellings(word)
    .map((spelled) => monthNumbers().get(spelled))
    .find((month) => month !== undefined);

interface Part {
  value: number;
  /** A month that is written as a word. */
  isWord: boolean;
}

/** The numbers of a text in their order, with those of months that are written as a word. */
const numbersIn = (text: string): Part[] =>
  (text.match(/\d+|[\p{L}\p{M}]+/gu) ?? []).flatMap((part) => {
    if (/^\d/.test(part)) return { value: Number(part), isWord: false };
    const month = monthOf(part);
    return month === undefined ? [] : { value: month, isWord: true };
  });

/** Between the numbers of a date. */
const GAP = String.raw`(?:[ .\p{Pd}/_·]{1,3}['’]?|[년월年月] ?)`;
const DATES = new RegExp(String.raw`(?<!\d)(?=(\d{1,4})${GAP}(\d{1,2})${GAP}(\d{1,4})(?!\d))`, 'gu');

/**
 * Whether a text has a date of birth in any usual order of its parts: as eight or six digits, as numbers with or
 * without zeros and century, or with the month as a word. Numbers with other characters between them count only with
 * the whole year, because `4, 5, 61` can be teeth.
 */
export function containsBirthDate(text: string, birth: string | null): boolean {
  const [year, month, day] = birth?.split('-') ?? [];
  if (!year || !month || !day) return false;
  const ordersWith = (y: string) => [
    [y, month, day],
    [day, month, y],
    [month, day, y],
  ];
  const asNumbers = (parts: readonly (string | number)[]) => parts.map(Number).join();
  const whole = ordersWith(year);
  const all = [...whole, ...ordersWith(year.slice(2))];
  const joined = new Set(all.map((parts) => parts.join('')));
  const [wholeNumbers, numbers] = [new Set(whole.map(asNumbers)), new Set(all.map(asNumbers))];
  const digits = text.replace(/(?<=\d)[.\-/_ ]{1,2}(?=\d)/g, '');
  const isDate = (parts: readonly Part[]) => {
    const found = asNumbers(parts.map(({ value }) => value));
    return wholeNumbers.has(found) || (numbers.has(found) && parts.some(({ isWord }) => isWord));
  };
  const parts = numbersIn(text);
  return (
    whole.some((order) => digits.includes(order.join(''))) ||
    (text.match(/\d+/g) ?? []).some((run) => joined.has(run)) ||
    [...text.matchAll(DATES)].some(([, ...found]) => numbers.has(asNumbers(found))) ||
    [parts, parts.filter(({ isWord }) => !isWord)].some((each) =>
      each.some((_, at) => isDate(each.slice(at, at + 3))),
    )
  );
}
