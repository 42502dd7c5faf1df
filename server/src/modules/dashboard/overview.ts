import type { Actor } from '../../platform/http/actor.ts';
import type { Services } from '../../platform/services.ts';
import { dueDays } from '../cases/due.sql.ts';
import { countByWeek, countToday } from './overview.sql.ts';
import { lastWeeks } from './periods.ts';

/** What needs the person's attention today, in their time zone. */
export async function todayCounts(services: Services, actor: Actor, { zone }: { zone: string }) {
  const days = dueDays(zone);
  const { unread, soon, overdue } = await countToday(services.db, actor.userId, days);
  return { day: days.today, unread, soon, overdue };
}

/** Cases sent and completed in the last weeks of the person's calendar. */
export async function weekCounts(services: Services, actor: Actor, { zone }: { zone: string }) {
  const weeks = lastWeeks(zone);
  const starts = weeks.map(({ start }) => start);
  const { sent, completed } = await countByWeek(services.db, actor.userId, starts);
  return {
    weeks: weeks.map(({ day }, at) => ({
      day,
      sent: sent.get(at) ?? 0,
      completed: completed.get(at) ?? 0,
    })),
  };
}
