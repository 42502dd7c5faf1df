import { type Due, FINISHED, SOON_DAYS } from '@cusp/dental/due';
import { type RawBuilder, sql } from 'kysely';
import { dayIn, isoDay } from '../../platform/time/days.ts';

/** Days `YYYY-MM-DD` by which delivery dates are judged. */
export interface DueDays {
  today: string;
  lastSoon: string;
}

/** The days as they are somewhere now. */
export function dueDays(zone: string, now = new Date()): DueDays {
  const today = dayIn(zone, now);
  return { today: isoDay(today), lastSoon: isoDay({ ...today, day: today.day + SOON_DAYS }) };
}

/**
 * Unfinished cases whose delivery date is over or near; the same for both sides: the one makes the work, the other has
 * a patient waiting for it. Written as the indexes on due cases have it.
 */
export function dueIn(which: Due, { today, lastSoon }: DueDays): RawBuilder<boolean> {
  const finished = sql.join(FINISHED.map((status) => sql.lit(status)));
  const when =
    which === 'overdue'
      ? sql`delivery_date < ${today}::date`
      : sql`delivery_date between ${today}::date and ${lastSoon}::date`;
  return sql<boolean>`(delivery_date is not null and status not in (${finished}) and ${when})`;
}
