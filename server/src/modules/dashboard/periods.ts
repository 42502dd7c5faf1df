import type { Period } from '@cusp/contract/dashboard';
import { WEEKS } from '@cusp/contract/dashboard.routes';
import { beginOf, dayIn, isoDay, sinceMonday } from '@cusp/text/zones';

const DAY_MS = 24 * 3600 * 1000;

/**
 * The beginning of a period in a time zone. `thisweek` begins on Monday and `thismonth` on the first, at local
 * midnight; `week` and `month` are the last 7 and 30 days.
 */
export function startOf(period: Period, zone: string, now = new Date()): Date {
  const today = dayIn(zone, now);
  switch (period) {
    case 'thisweek':
      return beginOf(zone, { ...today, day: today.day - sinceMonday(today) });
    case 'thismonth':
      return beginOf(zone, { ...today, day: 1 });
    case 'week':
      return new Date(now.getTime() - 7 * DAY_MS);
    case 'month':
      return new Date(now.getTime() - 30 * DAY_MS);
  }
}

interface Week {
  /** Its Monday, `YYYY-MM-DD`. */
  day: string;
  start: Date;
}

/** The last weeks in a time zone, oldest first, ending with the current one. */
export function lastWeeks(zone: string, now = new Date()): Week[] {
  const today = dayIn(zone, now);
  return Array.from({ length: WEEKS }, (_, at) => {
    const monday = { ...today, day: today.day - sinceMonday(today) - 7 * (WEEKS - 1 - at) };
    return { day: isoDay(monday), start: beginOf(zone, monday) };
  });
}
