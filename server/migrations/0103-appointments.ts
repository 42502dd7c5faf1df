import { type Kysely, sql } from 'kysely';

const SIDES = ['author', 'recipient'] as const;

/**
 * The patient's appointment of an order, working days of practices, and the last days of the steps before an
 * appointment, which the application computes from both.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(db);
  await run('alter table dental_case add column appointment date');
  // Proposed and declined orders are compared with current ones field by field.
  await run(`
    update order_change set fields = fields || '{"appointment": null}' where fields is not null and not fields ? 'appointment'
  `);
  await run(`
    alter table app_user add column work_calendar jsonb, add column work_calendar_version integer not null default 0
  `);
  // Appointments are like delivery dates, of which browsers notify by default.
  await run(`
    alter table app_user alter column push_kinds set default '{mention,assignment,request,deadline,appointment}'
  `);
  await run(`
    update app_user set push_kinds = push_kinds || '{appointment}'
    where 'deadline' = any(push_kinds) and not 'appointment' = any(push_kinds)
  `);
  await run(`
    create table appointment_plan (
      case_id bigint primary key references dental_case on delete cascade,
      appointment date not null,
      send_until date not null,
      ship_until date not null,
      ready_at timestamptz,
      planned_at timestamptz not null default now()
    )
  `);
  const isOpen = `published_at is not null and appointment is not null and status not in ('COMP', 'CLSD')`;
  await run(`create index case_appointment on dental_case (appointment) where ${isOpen}`);
  for (const [own, other] of [SIDES, SIDES.toReversed()])
    await run(`
      create index case_${own}_id_appointment on dental_case (${own}_id, appointment) include (${other}_id)
      where ${isOpen} and ${own}_removed_at is null
    `);
}
