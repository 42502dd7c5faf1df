import { FINISHED } from '@cusp/dental/due';
import { type RawBuilder, sql } from 'kysely';

const finished = sql.join(FINISHED.map((status) => sql.lit(status)));

/** Whether a sent case has an appointment for which work goes on. Expects `dental_case` in the query. */
export const hasOpenAppointment: RawBuilder<boolean> = sql<boolean>`(
  dental_case.published_at is not null and dental_case.appointment is not null
  and dental_case.status not in (${finished})
)`;

/**
 * Whether the usual time of the lab is no longer enough for the appointment on a day in a time zone, as in `isAtRisk` of
 * `dental/src/appointments.ts`. Expects `dental_case` in the query.
 */
export const isAtRisk = (today: RawBuilder<unknown>, zone: string): RawBuilder<boolean> => sql<boolean>`(
  ${hasOpenAppointment} and dental_case.appointment >= ${today} and exists (
    select from appointment_plan as plan
    where plan.case_id = dental_case.id and plan.appointment = dental_case.appointment and (
      coalesce((plan.ready_at at time zone ${zone})::date, ${today}) > plan.send_until
      or ${today} > case when dental_case.status in ('PROC', 'REOP') then plan.ship_until else plan.send_until end
    )
  )
)`;
