import type { Period } from '@cusp/contract/dashboard';

const MINUTE_MS = 60 * 1000;
const DAY_MS = 24 * 3600 * 1000;

/**
 * The moment a period begins, for somebody whose clock is `ahead` minutes ahead of UTC. `thisweek` begins on
 * Monday and `thismonth` on the first, at their midnight; `week` and `month` are the last 7 and 30 days.
 */
export function startOf(period: Period, ahead = 0, now = new Date()): Date {
  const clock = new Date(now.getTime() + ahead * MINUTE_MS);
  const day = clock.getUTCDate();
  const beginOf = (date: number) =>
    new Date(Date.UTC(clock.getUTCFullYear(), clock.getUTCMonth(), date) - ahead * MINUTE_MS);
  switch (period) {
    case 'thisweek':
      return beginOf(day - ((clock.getUTCDay() + 6) % 7));
    case 'thismonth':
      return beginOf(1);
    case 'week':
      return new Date(now.getTime() - 7 * DAY_MS);
    case 'month':
      return new Date(now.getTime() - 30 * DAY_MS);
  }
}
