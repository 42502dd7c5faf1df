import type { Period } from '@cusp/contract/dashboard';

const DAY_MS = 24 * 3600 * 1000;

/**
 * The moment a period begins (UTC). `thisweek` begins on Monday and `thismonth` on the first; `week` and
 * `month` are the last 7 and 30 days.
 */
export function startOf(period: Period, now = new Date()): Date {
  const midnight = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate());
  switch (period) {
    case 'thisweek':
      return new Date(midnight - ((now.getUTCDay() + 6) % 7) * DAY_MS);
    case 'thismonth':
      return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1));
    case 'week':
      return new Date(now.getTime() - 7 * DAY_MS);
    case 'month':
      return new Date(now.getTime() - 30 * DAY_MS);
  }
}
