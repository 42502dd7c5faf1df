import { sql } from 'kysely';
import type { DbOrTx } from '../../platform/db/database.ts';
import { casesVisibleTo, walkFor } from '../case-access/visible-cases.sql.ts';
import { type DueDays, dueIn } from '../cases/due.sql.ts';

interface TodayCounts {
  unread: number;
  soon: number;
  overdue: number;
}

/** Cases with unread comments, and unfinished cases by delivery date. */
export async function countToday(db: DbOrTx, userId: number, days: DueDays): Promise<TodayCounts> {
  const due = (which: 'soon' | 'overdue') => {
    const isDue = dueIn(which, days);
    return sql`(select count(*) from ${walkFor(
      'dental_case',
      userId,
      ({ where }) => sql`
      (select from dental_case where ${where} and ${isDue})`,
    )})`;
  };
  const { rows } = await sql<TodayCounts>`
    select ${due('soon')} as soon, ${due('overdue')} as overdue,
      (select count(*) from dental_case
       where id = any(array(select case_id from unread_comment where user_id = ${userId}))
         and ${casesVisibleTo(userId)}) as unread
  `.execute(db);
  return rows[0] ?? { unread: 0, soon: 0, overdue: 0 };
}

/** How many visible cases were sent and completed between each moment and the next. */
export async function countByWeek(
  db: DbOrTx,
  userId: number,
  starts: readonly Date[],
): Promise<{ sent: Map<number, number>; completed: Map<number, number> }> {
  const read = async (column: 'published_at' | 'completed_at') => {
    const moment = sql.ref(column);
    const walk = walkFor(
      'dental_case',
      userId,
      ({ where }) =>
        sql`(select ${moment} as at from dental_case where ${where} and ${moment} >= ${starts[0]})`,
    );
    const { rows } = await sql<{ week: number; count: number }>`
      select width_bucket(walk.at, ${[...starts]}::timestamptz[]) as week, count(*) as count
      from ${walk} group by week
    `.execute(db);
    return new Map(rows.map(({ week, count }) => [week - 1, count]));
  };
  const [sent, completed] = await Promise.all([read('published_at'), read('completed_at')]);
  return { sent, completed };
}
