import type { STATISTICS_PERIODS } from '@cusp/contract/statistics.routes';
import { addDays } from '@cusp/text/dates';
import { dayIn, isoDay, sinceMonday } from '@cusp/text/zones';

export type StatisticsPeriod = (typeof STATISTICS_PERIODS)[number];

const LENGTHS = { week: 7, month: 30, quarter: 90, year: 365 };

/** The day of UTC at a moment, `YYYY-MM-DD`. */
export const utcDay = (moment: Date): string => moment.toISOString().slice(0, 10);

/** Every day of a period, oldest first, ending with today. */
export function daysOf(period: StatisticsPeriod, now = new Date()): string[] {
  const today = dayIn('UTC', now);
  const length =
    period === 'thisweek' ? sinceMonday(today) + 1 : period === 'thismonth' ? today.day : LENGTHS[period];
  return Array.from({ length }, (_, at) => addDays(isoDay(today), at + 1 - length));
}
