import { clockOf, dateLocale, formatClock, formatOf } from './clock.ts';
import type { Language } from './languages.ts';

const DAY = { year: 'numeric', month: '2-digit', day: '2-digit' } as const;

/** A moment (ISO 8601) as a date in the person's own time zone. */
export const formatDate = (moment: string, language: Language): string =>
  formatOf(dateLocale(language), 'date', DAY).format(new Date(moment));

/** A moment as date and time; given a `timeZone` (IANA), in that zone and with its name, for print. */
export function formatDateTime(moment: string, language: Language, timeZone?: string): string {
  const zoneOptions = timeZone ? ({ timeZone, timeZoneName: 'short' } as const) : {};
  return formatOf(dateLocale(language), `moment ${timeZone ?? ''}`, {
    ...DAY,
    ...clockOf(language),
    ...zoneOptions,
  }).format(new Date(moment));
}

/** A day (`YYYY-MM-DD`), the same in every time zone. '' for no date: null or 0001-01-01. */
export function formatDay(day: string | null, language: Language): string {
  if (!day || day.startsWith('0001-01-01')) return '';
  return formatOf(dateLocale(language), 'day', { ...DAY, timeZone: 'UTC' }).format(
    new Date(`${day.slice(0, 10)}T00:00:00Z`),
  );
}

/** The same without the year, in the language's short form. */
export const formatShortDay = (day: string, language: Language): string =>
  formatOf(dateLocale(language), 'short day', { month: 'numeric', day: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${day}T00:00:00Z`),
  );

/** Month and year of a day, in the order of the language. */
export const formatMonth = (day: string, language: Language): string =>
  formatOf(language, 'month', { year: 'numeric', month: 'long', timeZone: 'UTC' }).format(
    new Date(`${day.slice(0, 10)}T00:00:00Z`),
  );

/** A day with its weekday, and its month in letters: Tuesday, November 24. */
export const formatLongDay = (day: string, language: Language): string =>
  formatOf(dateLocale(language), 'long day', {
    weekday: 'long',
    month: 'long',
    day: 'numeric',
    timeZone: 'UTC',
  }).format(new Date(`${day}T00:00:00Z`));

export const formatWeekday = (day: string, language: Language, length: 'short' | 'long'): string =>
  formatOf(dateLocale(language), `weekday ${length}`, { weekday: length, timeZone: 'UTC' }).format(
    new Date(`${day}T00:00:00Z`),
  );

/** Several days in a row: Nov 29 – Dec 5, 2026. */
export const formatDays = (from: string, to: string, language: Language): string =>
  formatOf(dateLocale(language), 'days', {
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    timeZone: 'UTC',
  }).formatRange(new Date(`${from}T00:00:00Z`), new Date(`${to}T00:00:00Z`));

const SUNDAY_FIRST: readonly Language[] = ['en', 'ko', 'pt-BR'];

/** The day with which a week begins on calendars, as in CLDR: 0 for Sunday, 1 for Monday. */
export const firstWeekday = (language: Language): 0 | 1 => (SUNDAY_FIRST.includes(language) ? 0 : 1);

type Recent = { kind: 'today' | 'date'; text: string } | { kind: 'yesterday' };

/** A time for today, 'yesterday' for the screen to translate, otherwise a date. */
export function recently(moment: string, language: Language, now = new Date()): Recent {
  const then = new Date(moment);
  const yesterday = new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1);
  if (then.toDateString() === now.toDateString())
    return { kind: 'today', text: formatClock(moment, language) };
  if (then.toDateString() === yesterday.toDateString()) return { kind: 'yesterday' };
  return { kind: 'date', text: formatDate(moment, language) };
}

/**
 * The day `YYYY-MM-DD` some days later, or earlier if `days` is negative. Computed in UTC, so that a clock change
 * cannot repeat or skip a day.
 */
export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);

/** The day `YYYY-MM-DD` some months later; the last day of the month if the same day does not exist. */
export function monthsAfter(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const last = new Date(Date.UTC(year, month - 1 + months + 1, 0)).getUTCDate();
  return new Date(Date.UTC(year, month - 1 + months, Math.min(date, last))).toISOString().slice(0, 10);
}
