import { FINISHED } from '@cusp/dental/due';
import { type RawBuilder, sql } from 'kysely';

const finished = sql.join(FINISHED.map((status) => sql.lit(status)));

/** Whether a sent case has an appointment and is still in progress. Expects `dental_case` in the query. */
export const hasOpenAppointment: RawBuilder<boolean> = sql<boolean>`(
  dental_case.published_at is not null and dental_case.appointment is not null
  and dental_case.status not in (${finished})
)`;

/** Plans without a zone, by an older server, count in UTC until they are replanned. Expects `plan` in the query. */
export const planZone = sql<string>`coalesce(plan.zone, 'UTC')`;

/** The current day of the lab of a plan. Expects `plan` in the query. */
export const labToday = sql<string>`(now() at time zone ${planZone})::date`;

/** SQL: yesterday in UTC, which is the earliest day that is today in some zone. */
const EARLIEST = sql<string>`(now() at time zone 'UTC')::date - 1`;

/**
 * SQL: when the lab noted its last shipment, unless the case was reopened since; null without. Expects `dental_case` in
 * the query.
 */
export const shippedAt: RawBuilder<Date | null> = sql<Date | null>`(
  select max(sent_at) from case_shipment as shipment
  where shipment.case_id = dental_case.id and sent_at > coalesce(dental_case.reopened_at, '-infinity')
)`;

const isLate = (unless: RawBuilder<boolean>): RawBuilder<boolean> => sql<boolean>`(
  ${hasOpenAppointment} and dental_case.appointment >= ${EARLIEST} and exists (
    select from appointment_plan as plan
    where plan.case_id = dental_case.id and plan.appointment = dental_case.appointment
      and plan.appointment >= ${labToday} and (
        coalesce((plan.ready_at at time zone ${planZone})::date, ${labToday}) > plan.send_until
        or ${labToday} > case when dental_case.status in ('PROC', 'REOP') then plan.ship_until else plan.send_until end
      )
      and (${unless}) is not true
  )
)`;

/**
 * Whether the lab's usual time no longer suffices for the appointment, in days of the lab, as in `isAtRisk` of
 * `dental/src/appointments.ts`. Expects `dental_case` in the query.
 */
export const isAtRisk = () => isLate(sql`(${shippedAt} at time zone ${planZone})::date <= plan.ship_until`);

/** The same before the first shipment, while something can still be done. */
export const isAtRiskUnshipped = () => isLate(sql`${shippedAt} is not null`);
