import { USUAL_CALENDAR, type WorkCalendar } from '@cusp/dental/appointments';
import { type RawBuilder, sql } from 'kysely';
import type { DbOrTx } from '../../platform/db/database.ts';
import { practiceSql } from './circle.sql.ts';

/** SQL: what the practice of a person chose; null if it chose nothing. */
export const calendarSql = (person: RawBuilder<unknown>): RawBuilder<WorkCalendar | null> =>
  sql<WorkCalendar | null>`(select work_calendar from app_user where app_user.id = ${practiceSql(person)})`;

/** When the practice of a person works. */
export async function calendarOf(db: DbOrTx, userId: number): Promise<WorkCalendar> {
  const { rows } = await sql<{ calendar: WorkCalendar | null }>`
    select ${calendarSql(sql`${userId}::bigint`)} as calendar
  `.execute(db);
  return rows[0]?.calendar ?? USUAL_CALENDAR;
}

/** What the other side needs of a calendar: closed days from a day on. */
export const fromDayOn = (calendar: WorkCalendar, day: string) => ({
  workDays: [...calendar.workDays],
  closedDays: calendar.closedDays.filter((closed) => closed >= day),
  productionDays: calendar.productionDays,
  shippingDays: calendar.shippingDays,
});
