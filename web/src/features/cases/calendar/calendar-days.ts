import { addDays, monthsAfter } from '@cusp/text/dates';

/** How many days a calendar shows. */
export const SPANS = ['month', 'week'] as const;
export type Span = (typeof SPANS)[number];

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** The day in the query of /cases around which the calendar shows; null without one. */
export function calendarDayOf(search: string): string | null {
  const day = new URLSearchParams(search).get('day');
  const date = day && DAY.test(day) ? new Date(`${day}T00:00Z`) : null;
  return date && !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day ?? '') ? day : null;
}

/** The query with another day; null for today. */
export function withCalendarDay(search: string, day: string | null): string {
  const params = new URLSearchParams(search);
  if (day) params.set('day', day);
  else params.delete('day');
  const text = params.toString().replaceAll('%2C', ',');
  return text && `?${text}`;
}

const firstOfMonth = (day: string) => `${day.slice(0, 8)}01`;
const lastOfMonth = (day: string) => addDays(monthsAfter(firstOfMonth(day), 1), -1);

/** The first day of the week of a day; `first` is the weekday with which weeks begin. */
export function weekStart(day: string, first: 0 | 1): string {
  return addDays(day, -((new Date(`${day}T00:00Z`).getUTCDay() - first + 7) % 7));
}

/** The first and last day that a calendar shows: whole weeks, or without `isInWeeks` the days of the month only. */
export function spanOf(
  span: Span,
  day: string,
  first: 0 | 1,
  isInWeeks = true,
): { from: string; to: string } {
  if (span === 'week') return { from: weekStart(day, first), to: addDays(weekStart(day, first), 6) };
  if (!isInWeeks) return { from: firstOfMonth(day), to: lastOfMonth(day) };
  return {
    from: weekStart(firstOfMonth(day), first),
    to: addDays(weekStart(lastOfMonth(day), first), 6),
  };
}

/** The days of a span in rows of seven. */
export function weeksOf({ from, to }: { from: string; to: string }): string[][] {
  const weeks: string[][] = [];
  for (let day = from; day <= to; day = addDays(day, 7))
    weeks.push(Array.from({ length: 7 }, (_, at) => addDays(day, at)));
  return weeks;
}

/** The same position some spans later. */
export const move = (span: Span, day: string, by: 1 | -1): string =>
  span === 'week' ? addDays(day, 7 * by) : monthsAfter(firstOfMonth(day), by);
