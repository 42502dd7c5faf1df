import { USUAL_CALENDAR, type WorkCalendar } from '@cusp/dental/appointments';
import { dayAt, isZone } from '@cusp/text/zones';
import { type RawBuilder, sql } from 'kysely';
import type { DbOrTx, Tx } from '../../platform/db/database.ts';
import type { StoredCalendar } from '../../platform/db/tables/identity.ts';
import { zoneOfCountry } from '../../platform/time/country-zones.ts';
import { peopleAround, practiceSql } from './circle.sql.ts';

/** A practice's choice, and its country. */
interface CalendarChoice {
  calendar: StoredCalendar | null;
  country: string;
}

/** SQL: what the practice of a person chose; null without the person. */
export const calendarSql = (person: RawBuilder<unknown>): RawBuilder<CalendarChoice | null> =>
  sql<CalendarChoice | null>`(
    select json_build_object('calendar', work_calendar, 'country', country)
    from app_user where app_user.id = ${practiceSql(person)}
  )`;

/**
 * The calendar by which a practice works: the default one unless it chose another. Its zone is that of the country
 * unless it chose a zone that is still supported.
 */
export function calendarFrom(choice: CalendarChoice | null): WorkCalendar {
  const { zone, ...chosen }: Partial<StoredCalendar> = choice?.calendar ?? {};
  return { ...USUAL_CALENDAR, ...chosen, zone: zoneOf(zone, choice?.country ?? '') };
}

const zoneOf = (chosen: string | null | undefined, country: string): string =>
  chosen && isZone(chosen) ? chosen : zoneOfCountry(country);

/**
 * SQL: rows `country`, `zone` and `day`, where `day` is today's date for the practices in `country` that chose `zone`
 * (null: they chose no zone). Has the practices of some people, given by a query of their ids, because reading all
 * accounts takes longer the more there are.
 */
export async function todayOfPractices(tx: Tx, people: RawBuilder<unknown>): Promise<RawBuilder<unknown>> {
  const { rows } = await sql<{ country: string; zone: string | null }>`
    select distinct country, work_calendar->>'zone' as zone from app_user
    where id in (
      select ${practiceSql(sql.ref('person.id'))} from (select distinct id from (${people}) as people (id)) as person
    )
  `.execute(tx);
  const now = new Date();
  const days = rows.map(({ country, zone }) => ({ country, zone, day: dayAt(zoneOf(zone, country), now) }));
  return sql`json_to_recordset(${JSON.stringify(days)}::json) as practice_day (country text, zone text, day date)`;
}

/** When the practice of a person works. */
export async function calendarOf(db: DbOrTx, userId: number): Promise<WorkCalendar> {
  const { rows } = await sql<{ choice: CalendarChoice | null }>`
    select ${calendarSql(sql`${userId}::bigint`)} as choice
  `.execute(db);
  return calendarFrom(rows[0]?.choice ?? null);
}

/** The parts of a calendar that the other side needs: closed days from a day on. */
export const fromDayOn = (calendar: WorkCalendar, day: string) => ({
  zone: calendar.zone,
  workDays: [...calendar.workDays],
  closedDays: calendar.closedDays.filter((closed) => closed >= day),
  productionDays: calendar.productionDays,
  shippingDays: calendar.shippingDays,
});

/**
 * Makes the next run of housekeeping plan the cases of these people and their groups again, because their calendar
 * changed.
 */
export async function planAgain(tx: Tx, changed: readonly number[]): Promise<void> {
  const people = [...new Set([...changed, ...(await peopleAround(tx, changed))])];
  await sql`
    update appointment_plan set planned_at = '-infinity' from dental_case
    where dental_case.id = case_id and recipient_id = any(${people}::bigint[])
  `.execute(tx);
}
