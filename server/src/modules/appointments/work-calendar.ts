import type { setWorkCalendar as endpoint } from '@cusp/contract/work-calendar';
import type * as z from 'zod';
import type { Actor } from '../../platform/http/actor.ts';
import { found, Refusal } from '../../platform/http/refusal.ts';
import type { Services } from '../../platform/services.ts';
import { zonesOfCountry } from '../../platform/time/country-zones.ts';
import { earliestToday } from '../../platform/time/days.ts';
import { inTransaction } from '../../platform/work.ts';
import { practiceIdOf } from '../case-access/circle.sql.ts';
import { calendarFrom, calendarOf, fromDayOn, planAgain } from '../case-access/work-calendar.sql.ts';
import { recipientIdsOf } from '../connections/connections.sql.ts';

/** When a person's practice works. */
export async function showWorkCalendar({ db }: Services, { userId }: Actor) {
  const practice = await practiceIdOf(db, userId);
  const { work_calendar, work_calendar_version, country } = await db
    .selectFrom('app_user')
    .select(['work_calendar', 'work_calendar_version', 'country'])
    .where('id', '=', practice)
    .executeTakeFirstOrThrow();
  const calendar = calendarFrom({ calendar: work_calendar, country });
  return {
    calendar: fromDayOn(calendar, ''),
    has_zone: work_calendar?.zone === calendar.zone,
    country_zones: [...zonesOfCountry(country)],
    version: work_calendar_version,
    may_change: practice === userId,
  };
}

/** Sets the working days of the practice. Plans of its cases follow with the next run of housekeeping. */
export async function setWorkCalendar(
  services: Services,
  actor: Actor,
  { calendar, version }: z.output<typeof endpoint.body>,
) {
  return inTransaction(services, actor, async (work) => {
    if ((await practiceIdOf(work.tx, actor.userId)) !== actor.userId) throw new Refusal('privacy_owner_only');
    const before = await work.tx
      .selectFrom('app_user')
      .select('work_calendar')
      .where('id', '=', actor.userId)
      .where('work_calendar_version', '=', version)
      .forUpdate()
      .executeTakeFirst();
    if (!before) throw new Refusal('work_calendar_changed');
    await work.tx
      .updateTable('app_user')
      .set({
        work_calendar: JSON.stringify({ zone: before.work_calendar?.zone, ...calendar }),
        work_calendar_version: version + 1,
      })
      .where('id', '=', actor.userId)
      .execute();
    await planAgain(work.tx, [actor.userId]);
    await work.audit({ action: 'work_calendar_changed' });
    return { version: version + 1 };
  });
}

/** Working days of a person to whom the actor can send cases. */
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
