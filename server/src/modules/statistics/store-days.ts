import { addDays } from '@cusp/text/dates';
import { sql } from 'kysely';
import type { Services } from '../../platform/services.ts';
import { isKept } from '../case-access/visible-cases.sql.ts';
import { countsOf, lastStored } from './days.sql.ts';
import { utcDay } from './utc-days.ts';

const HOUR_MS = 3_600_000;
/** Days counted in one transaction. */
const CHUNK = 31;

/**
 * Counts the finished days that are not stored yet. A day is counted once, from its rows, an hour after its end, so
 * that no transaction that began in it is still open; its numbers stay when its rows are removed later.
 */
export async function storeDays({ db }: Pick<Services, 'db'>, now = new Date()): Promise<void> {
  const last = addDays(utcDay(new Date(now.getTime() - HOUR_MS)), -1);
  const stored = await lastStored(db);
  // In a new deployment this is the last finished day, so that the first reply is already complete.
  let from = stored ? addDays(stored, 1) : minDay(await firstDay({ db }), last);
  while (from <= last) {
    const end = addDays(from, CHUNK - 1);
    const days = { from, to: end < last ? end : last };
    await db.transaction().execute(async (tx) => {
      await sql`
        insert into stat_day (day, kind, key, count)
        select day, kind, key, count from (${countsOf(days)}) as counted
        union all
        select day::date, 'counted', '', 1 from generate_series(${days.from}::date, ${days.to}::date, '1 day') as day
        on conflict do nothing
      `.execute(tx);
    });
    from = addDays(days.to, 1);
  }
}

const minDay = (one: string, other: string): string => (one < other ? one : other);

/** The day of the first account or of the first case, which may be older than the remaining accounts. */
async function firstDay({ db }: Pick<Services, 'db'>): Promise<string> {
  const { rows } = await sql<{ at: Date | null }>`
    select least(
      (select min(created_at) from app_user where deleted_at is null),
      (select min(published_at) from dental_case where ${isKept()})
    ) as at
  `.execute(db);
  return utcDay(rows[0]?.at ?? new Date());
}
