import { dayOfDate } from '../../../client/here.ts';
import type { DayOrNone } from './case-filters.ts';

export interface DayRange {
  from: DayOrNone;
  to: DayOrNone;
}

/** The quick ranges of the date picker in their order. */
export const QUICK_RANGES = ['yesterday', 'today', 'thisWeek', 'lastWeek', 'thisMonth', 'lastMonth'] as const;
type QuickRange = (typeof QUICK_RANGES)[number];

/** First and last day of a quick range, both included. Weeks begin on Monday. */
export function quickRange(range: QuickRange, today: Date): DayRange {
  const year = today.getFullYear();
  const month = today.getMonth();
  const date = today.getDate();
  const span = (from: Date, to: Date) => ({ from: dayOfDate(from), to: dayOfDate(to) });
  const day = (offset: number) => new Date(year, month, date + offset);
  const monday = -((today.getDay() + 6) % 7);
  switch (range) {
    case 'yesterday':
      return span(day(-1), day(-1));
    case 'today':
      return span(day(0), day(0));
    case 'thisWeek':
      return span(day(monday), day(monday + 6));
    case 'lastWeek':
      return span(day(monday - 7), day(monday - 1));
    case 'thisMonth':
      return span(new Date(year, month, 1), new Date(year, month + 1, 0));
    case 'lastMonth':
      return span(new Date(year, month - 1, 1), new Date(year, month, 0));
  }
}

/** The quick range that two days are, null when they are none. */
export function quickRangeOf({ from, to }: DayRange, today: Date): QuickRange | null {
  const same = (range: QuickRange) => {
    const days = quickRange(range, today);
    return days.from === from && days.to === to;
  };
  return QUICK_RANGES.find(same) ?? null;
}

/** Takes a first day; a last day before it moves along. */
export function withFrom(range: DayRange, day: string): DayRange {
  return { from: day, to: range.to && range.to < day ? day : range.to };
}

/** Takes a last day; a first day after it moves along. */
export function withTo(range: DayRange, day: string): DayRange {
  return { from: range.from > day ? day : range.from, to: day };
}
