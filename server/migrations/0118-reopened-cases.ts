import { type Kysely, sql } from 'kysely';

/** Cases store when they were last reopened, because earlier shipments no longer count for their appointment. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(db);
  await run('alter table dental_case add column reopened_at timestamptz');
  // Only open cases with an appointment need it, and those of people in a move must not change. An undo happens at most
  // ten seconds after the change.
  await run(`
    update dental_case set reopened_at = (
      select max(at) from event
      where event.case_id = dental_case.id and activity = 'STATUS_CHANGE' and change->>'to' = 'REOP'
        and not ids ? 'undone' and not exists (
          select from event as undo
          where undo.case_id = dental_case.id and undo.activity = 'STATUS_CHANGE' and undo.ids ? 'undone'
            and undo.change->>'to' <> 'REOP' and undo.at between event.at and event.at + interval '15 seconds'
        )
    )
    where published_at is not null and appointment > current_date - 2 and status not in ('COMP', 'CLSD')
      and exists (select from case_shipment where case_shipment.case_id = dental_case.id)
      and not exists (select from moving_person where is_frozen and user_id in (author_id, recipient_id))
  `);
}
