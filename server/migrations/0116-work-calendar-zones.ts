import { type Kysely, sql } from 'kysely';

/**
 * The days of a plan are days of the lab's time zone. Existing plans counted in UTC; housekeeping replans the open
 * ones. Calendars store their zone in `app_user.work_calendar`; without one, that of the country applies.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(db);
  await run(`alter table appointment_plan add column zone text not null default 'UTC'`);
  // The server and the database may support different zones, and an unknown name would make every list fail.
  await run(`
    create function known_zone(zone text, otherwise text) returns text language plpgsql stable as $$
    begin
      perform now() at time zone zone;
      return zone;
    exception when invalid_parameter_value then
      return otherwise;
    end $$
  `);
  await run(`
    update appointment_plan as plan set planned_at = '-infinity' from dental_case
    where dental_case.id = plan.case_id and dental_case.published_at is not null
      and dental_case.appointment > current_date - 2 and dental_case.status not in ('COMP', 'CLSD')
  `);
}
