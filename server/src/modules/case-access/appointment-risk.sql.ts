import { FINISHED } from '@cusp/dental/due';
import { type RawBuilder, sql } from 'kysely';

const finished = sql.join(FINISHED.map((status) => sql.lit(status)));

/** Whether a sent case has an appointment for which work goes on. Expects `dental_case` in the query. */
export const hasOpenAppointment: RawBuilder<boolean> = sql<boolean>`(
  dental_case.published_at is not null and dental_case.appointment is not null
  and dental_case.status not in (${finished})
)`;

/** The current day of the lab of a plan. Expects `plan` in the query. */
export const labToday = sql<string>`(now() at time zone plan.zone)::date`;

/** SQL: the day before today in UTC, which is today in the zones that are behind most. */
const EARLIEST = sql<string>`(now() at time zone 'UTC')::date - 1`;

/**
 * SQL: when the lab noted its last shipment, unless the case was reopened since; null without. Expects `dental_case` in
 * the query. The bounds of `event.at` limit the read to few partitions.
 */
export const shippedAt: RawBuilder<Date | null> = sql<Date | null>`(
  select max(sent_at) from case_shipment as shipment
  where shipment.case_id = dental_case.id and not exists (
    select from event
    where event.case_id = dental_case.id and event.activity = 'STATUS_CHANGE' and event.change->>'to' = 'REOP'
      and event.at > shipment.sent_at and event.at < now() + interval '1 day'
  )
)`;

/**
 * Whether the usual time of the lab is no longer enough for the appointment, in days of the lab, as in `isAtRisk` of
 * `dental/src/appointments.ts`. Expects `dental_case` in the query.
 */
export const isAtRisk: RawBuilder<boolean> = sql<boolean>`(
  ${hasOpenAppointment} and dental_case.appointment >= ${EARLIEST} and exists (
    select from appointment_plan as plan
    where plan.case_id = dental_case.id and plan.appointment = dental_case.appointment
      and plan.appointment >= ${labToday} and (
        coalesce((plan.ready_at at time zone plan.zone)::date, ${labToday}) > plan.send_until
        or ${labToday} > case when dental_case.status in ('PROC', 'REOP') then plan.ship_until else plan.send_until end
      )
      and (${shippedAt} at time zone plan.zone)::date <= plan.ship_until is not true
  )
)`;
