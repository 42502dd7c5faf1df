import type { setWorkCalendar as endpoint } from '@cusp/contract/work-calendar';
import { USUAL_CALENDAR } from '@cusp/dental/appointments';
import { sql } from 'kysely';
import type * as z from 'zod';
import type { Actor } from '../../platform/http/actor.ts';
import { found, Refusal } from '../../platform/http/refusal.ts';
import type { Services } from '../../platform/services.ts';
import { earliestToday } from '../../platform/time/days.ts';
import { inTransaction } from '../../platform/work.ts';
import { peopleAround, practiceIdOf } from '../case-access/circle.sql.ts';
import { calendarOf, fromDayOn } from '../case-access/work-calendar.sql.ts';
import { recipientIdsOf } from '../connections/connections.sql.ts';

/** When a person's practice works. */
export async function showWorkCalendar({ db }: Services, { userId }: Actor) {
  const practice = await practiceIdOf(db, userId);
  const { work_calendar, work_calendar_version } = await db
    .selectFrom('app_user')
    .select(['work_calendar', 'work_calendar_version'])
    .where('id', '=', practice)
    .executeTakeFirstOrThrow();
  return {
    calendar: fromDayOn(work_calendar ?? USUAL_CALENDAR, ''),
    version: work_calendar_version,
    may_change: practice === userId,
  };
}

/** Says when one's practice works. Plans of its cases follow with the next run of housekeeping. */
export async function setWorkCalendar(
  services: Services,
  actor: Actor,
  { calendar, version }: z.output<typeof endpoint.body>,
) {
  return inTransaction(services, actor, async (work) => {
    if ((await practiceIdOf(work.tx, actor.userId)) !== actor.userId) throw new Refusal('privacy_owner_only');
    const { numUpdatedRows } = await work.tx
      .updateTable('app_user')
      .set({ work_calendar: JSON.stringify(calendar), work_calendar_version: version + 1 })
      .where('id', '=', actor.userId)
      .where('work_calendar_version', '=', version)
      .executeTakeFirstOrThrow();
    if (numUpdatedRows === 0n) throw new Refusal('work_calendar_changed');
    const people = await peopleAround(work.tx, [actor.userId]);
    await sql`
      update appointment_plan set planned_at = '-infinity' from dental_case
      where dental_case.id = case_id and recipient_id = any(${people}::bigint[])
    `.execute(work.tx);
    await work.audit({ action: 'work_calendar_changed' });
    return { version: version + 1 };
  });
}

/** When somebody to whom the actor can send cases works. */
export async function recipientCalendar({ db }: Services, { userId }: Actor, recipientId: number) {
  found(
    await db
      .selectFrom('app_user')
      .select('id')
      .where('id', '=', recipientId)
      .where('id', 'in', recipientIdsOf(userId))
      .executeTakeFirst(),
  );
  return { calendar: fromDayOn(await calendarOf(db, recipientId), earliestToday()) };
}
