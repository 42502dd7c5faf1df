import { type DueFilter, FINISHED, SOON_DAYS } from '@cusp/dental/due';
import { dayIn, isoDay } from '@cusp/text/zones';
import { type RawBuilder, sql } from 'kysely';
import { isAtRisk } from '../case-access/appointment-risk.sql.ts';

/** Days `YYYY-MM-DD` against which delivery dates are compared. */
export interface DueDays {
  today: string;
  lastSoon: string;
  sunday: string;
}

/** The current days in a time zone. */
export function dueDays(zone: string, now = new Date()): DueDays {
  const today = dayIn(zone, now);
  const untilSunday = (7 - new Date(Date.UTC(today.year, today.month - 1, today.day)).getUTCDay()) % 7;
  return {
    today: isoDay(today),
    lastSoon: isoDay({ ...today, day: today.day + SOON_DAYS }),
    sunday: isoDay({ ...today, day: today.day + untilSunday }),
  };
}

const finished = sql.join(FINISHED.map((status) => sql.lit(status)));

export const isFinished = sql<boolean>`status in (${finished})`;

/**
 * Unfinished cases whose delivery date is past, near or missing, or whose appointment may be missed. Both sides see the
 * same, because one makes the work and the other has a patient waiting. The condition matches the partial indexes on
 * due cases.
 */
export function dueIn(which: DueFilter, { today, lastSoon, sunday }: DueDays): RawBuilder<boolean> {
  if (which === 'risk') return isAtRisk();
  if (which === 'none') return sql<boolean>`(delivery_date is null and status not in (${finished}))`;
  const when =
    which === 'overdue'
      ? sql`delivery_date < ${today}::date`
      : sql`delivery_date between ${today}::date and ${which === 'week' ? sunday : lastSoon}::date`;
  return sql<boolean>`(delivery_date is not null and status not in (${finished}) and ${when})`;
}
