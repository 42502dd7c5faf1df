import type { StatusFilter } from '@cusp/contract/case-list';
import type { StatusCode } from '@cusp/contract/cases';
import type { ActivityAction } from '@cusp/contract/dashboard';
import { statusesOfFilter } from '@cusp/dental/case-status';
import { isRestorationType } from '@cusp/dental/restorations';
import { addDays } from '@cusp/text/dates';
import { sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';
import { serverLocOf } from '../../platform/region/region.ts';
import type { Services } from '../../platform/services.ts';
import { countDays, type DayCount, lastStored, storedDays } from './days.sql.ts';
import { daysOf, type StatisticsPeriod } from './utc-days.ts';

/** Maximum number of days, with today, that are counted for the reply because they are not stored yet. */
const COUNTED_NOW = 31;
const SERIES = ['users', 'cases', 'bytes', 'devices', 'sign_ins'] as const;

/** The numbers of the dashboard: all cases by status, and the activity of a period. */
export async function statistics({ db, config }: Services, period: StatisticsPeriod) {
  const days = daysOf(period);
  const [first = '', today = ''] = [days[0], days.at(-1)];
  const [statuses, totals, last] = await Promise.all([countStatuses(db), countTotals(db), lastStored(db)]);
  const open = last ? addDays(last, 1) : first;
  const from = [first, open, addDays(today, 1 - COUNTED_NOW)].sort().at(-1) ?? today;
  const [stored, counted] = await Promise.all([storedDays(db, first), countDays(db, { from, to: today })]);
  // A day that was stored between the two reads would be in both.
  const rows = [...stored.filter(({ day }) => day < from), ...counted];
  return {
    region: serverLocOf(config.region),
    status_counts: statuses,
    restoration_counts: ranked(rows, 'restorations', (key) => (isRestorationType(key) ? key : 'other')).map(
      ([type, count]) => ({ type, count }),
    ),
    activity_counts: ranked(rows, 'activities', (key) => key as ActivityAction).map(([action, count]) => ({
      action,
      count,
    })),
    days: daily(days, rows),
    totals,
    is_complete: from === first || from === open,
  };
}

/** The sum for each key, largest first. */
function ranked<Key extends string>(
  rows: readonly DayCount[],
  of: DayCount['kind'],
  keyOf: (key: string) => Key,
): [Key, number][] {
  const sums = new Map<Key, number>();
  for (const { kind, key, count } of rows)
    if (kind === of) sums.set(keyOf(key), (sums.get(keyOf(key)) ?? 0) + count);
  return [...sums].sort(([a, one], [b, other]) => other - one || (a < b ? -1 : 1));
}

type Series = (typeof SERIES)[number];

function daily(days: readonly string[], rows: readonly DayCount[]) {
  const counts = new Map(rows.map(({ day, kind, count }) => [`${day} ${kind}`, count]));
  return days.map((day) => ({
    day,
    ...(Object.fromEntries(SERIES.map((kind) => [kind, counts.get(`${day} ${kind}`) ?? 0])) as Record<
      Series,
      number
    >),
  }));
}

async function countStatuses(db: Db) {
  const rows = await db
    .selectFrom('case_tally')
    .select(['status', sql<number>`sum(count)::bigint`.as('count')])
    .groupBy('status')
    .execute();
  const counts = new Map<StatusCode, number>(rows.map(({ status, count }) => [status, count]));
  const of = (filter: StatusFilter) =>
    statusesOfFilter(filter).reduce((sum, status) => sum + (counts.get(status) ?? 0), 0);
  return {
    open: of('Open'),
    inprog: of('InProgress'),
    completed: of('Completed'),
    reopened: of('Reopened'),
    closed: of('Closed'),
  };
}

/** From the tallies of the staff lists. */
async function countTotals(db: Db): Promise<{ users: number; cases: number; devices: number }> {
  const { rows } = await sql<{ users: number; cases: number; devices: number }>`
    select coalesce(sum(count) filter (where list like 'users %'), 0)::bigint as users,
      coalesce(sum(count) filter (where list like 'cases %'), 0)::bigint as cases,
      (select coalesce(sum(count), 0)::bigint from device_tally where registered) as devices
    from list_tally
  `.execute(db);
  return rows[0] ?? { users: 0, cases: 0, devices: 0 };
}
