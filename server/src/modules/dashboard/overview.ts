import type { Actor } from '../../platform/http/actor.ts';
import type { Services } from '../../platform/services.ts';
import { dueDays } from '../cases/due.sql.ts';
import { partyOf } from '../people/person.present.ts';
import { readNeedyCases } from './needs.sql.ts';
import { countByWeek, countToday } from './overview.sql.ts';
import { lastWeeks } from './periods.ts';

/** Counts of cases that need the person's attention today, in their time zone. */
export async function todayCounts(services: Services, actor: Actor, { zone }: { zone: string }) {
  const days = dueDays(zone);
  const { unread, soon, overdue } = await countToday(services.db, actor.userId, days);
  return { day: days.today, unread, soon, overdue };
}

/** The cases that most need the person's attention, in their time zone. */
export async function needyCases(services: Services, actor: Actor, { zone }: { zone: string }) {
  const rows = await readNeedyCases(services.db, actor.userId, dueDays(zone));
  return {
    cases: rows.map((row) => {
      const party = row.side === 'OT' ? row.author : row.recipient;
      return {
        id: row.id,
        no: row.no,
        patient: { firstname: row.patient_first, lastname: row.patient_last },
        status: { code: row.status },
        party: party ? partyOf(party) : '',
        deliverydt: row.delivery_date,
        due: row.due,
        unread_comments: row.unread,
        unread_mention: row.unread_mention,
        has_proposal: row.has_proposal,
      };
    }),
  };
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
