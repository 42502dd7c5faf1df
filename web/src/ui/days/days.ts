import { addDays } from '@cusp/text/dates';

/** The person's local date, `YYYY-MM-DD` as all dates here. */
export function today(now = new Date()): string {
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}

const isWorkday = (day: string): boolean => ![0, 6].includes(new Date(momentOf(day)).getUTCDay());

/** The date itself, or the Monday after a weekend. */
export function orNextWorkday(day: string): string {
  return isWorkday(day) ? day : orNextWorkday(addDays(day, 1));
}

/** The date a number of working days later, not counting weekends. */
export function addWorkdays(day: string, days: number): string {
  if (days === 0) return day;
  const next = orNextWorkday(addDays(day, 1));
  return addWorkdays(next, days - 1);
}

type Part = 'day' | 'month' | 'year';
const FORMAT = { year: 'numeric', month: '2-digit', day: '2-digit' } as const;
const TOKENS: Readonly<Record<Part, string>> = { day: 'DD', month: 'MM', year: 'YYYY' };

const isPart = (type: string): type is Part => Object.hasOwn(TOKENS, type);

const partsOf = (locale: string) => new Intl.DateTimeFormat(locale, FORMAT).formatToParts(new Date(0));

/** The date format of a locale in the tokens of dayjs, for example `DD.MM.YYYY`. */
export function dayPattern(locale: string): string {
  return partsOf(locale)
    .map(({ type, value }) => (isPart(type) ? TOKENS[type] : value))
    .join('');
}

/**
 * Reads a typed date in the order of the locale, with any separators, or as YYYY-MM-DD. A two-digit year is the
 * latest one not after `latest`. Day and month are swapped if only that makes sense. Null if it is not a date.
 */
export function readDay(text: string, locale: string, latest: string): string | null {
  const groups = text.match(/\d+/g) ?? [];
  const [digits = ''] = groups;
  if (groups.length === 3) return readNumbers(groups.map(Number), locale, latest);
  if (groups.length !== 1 || digits.length !== 8) return null;
  const lengths = dayPattern(locale).startsWith('Y') ? [4, 2, 2] : [2, 2, 4];
  return (
    readNumbers(cut(digits, lengths), locale, latest) ?? readNumbers(cut(digits, [4, 2, 2]), locale, latest)
  );
}

function readNumbers(numbers: readonly number[], locale: string, latest: string): string | null {
  const [a = 0, b = 0, c = 0] = numbers;
  if (a > 31) return checked(a, b, c);
  const order = partsOf(locale).flatMap(({ type }) => (isPart(type) ? [type] : []));
  const at = (part: Part) => numbers[order.indexOf(part)] ?? 0;
  const year = fullYear(at('year'), latest);
  return checked(year, at('month'), at('day')) ?? checked(year, at('day'), at('month'));
}

function cut(digits: string, lengths: readonly number[]): number[] {
  let from = 0;
  return lengths.map((length) => {
    from += length;
    return Number(digits.slice(from - length, from));
  });
}

function fullYear(year: number, latest: string): number {
  if (year > 99) return year;
  const last = Number(latest.slice(0, 4));
  const century = last - (last % 100);
  return century + year > last ? century - 100 + year : century + year;
}

function checked(year: number, month: number, day: number): string | null {
  if (year < 1000 || year > 9999) return null;
  const text = `${year}-${two(month)}-${two(day)}`;
  return !Number.isNaN(momentOf(text)) && dayOf(momentOf(text)) === text ? text : null;
}

const two = (number: number): string => String(number).padStart(2, '0');
const momentOf = (day: string): number => Date.parse(`${day}T00:00:00Z`);
const dayOf = (moment: number): string => new Date(moment).toISOString().slice(0, 10);
