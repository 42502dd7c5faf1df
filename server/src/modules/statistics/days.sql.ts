import { type RawBuilder, sql } from 'kysely';
import type { DbOrTx } from '../../platform/db/database.ts';
import { isKept } from '../case-access/visible-cases.sql.ts';

/** One number of a day. `key` divides restorations by kind and activities by action; otherwise ''. */
export interface DayCount {
  /** `YYYY-MM-DD`, of UTC. */
  day: string;
  kind: 'users' | 'cases' | 'bytes' | 'devices' | 'sign_ins' | 'restorations' | 'activities';
  key: string;
  count: number;
}

/** Days of UTC, `YYYY-MM-DD`; both are included. */
export interface Days {
  from: string;
  to: string;
}

const dayOf = (moment: string) => sql<string>`(${sql.ref(moment)} at time zone 'UTC')::date`;

/**
 * SELECT of the numbers of some days, from the rows themselves: `day, kind, key, count`. Each part reads an index on
 * time, so the cost is that of the rows of these days.
 */
export function countsOf({ from, to }: Days): RawBuilder<unknown> {
  const during = (moment: string) =>
    sql`${sql.ref(moment)} >= ${from}::date at time zone 'UTC' and ${sql.ref(moment)} < (${to}::date + 1) at time zone 'UTC'`;
  return sql`
    select ${dayOf('created_at')} as day, 'users' as kind, '' as key, count(*) as count
    from app_user where deleted_at is null and presence = 'home' and ${during('created_at')} group by 1
    union all
    select ${dayOf('published_at')}, 'cases', '', count(*)
    from dental_case where ${isKept()} and ${during('published_at')} group by 1
    union all
    select ${dayOf('created_at')}, 'bytes', '', sum(size)
    from case_file where ${during('created_at')} group by 1
    union all
    select ${dayOf('confirmed_at')}, 'devices', '', count(*)
    from device_registration where ${during('confirmed_at')} group by 1
    union all
    select ${dayOf('at')}, 'sign_ins', '', count(*)
    from audit_log where action = 'authn_login_success' and ${during('at')} group by 1
    union all
    select ${dayOf('published_at')}, 'restorations', type, sum(greatest(cardinality(teeth), 1))
    from dental_case join restoration on restoration.case_id = dental_case.id
    where ${isKept()} and ${during('published_at')} group by 1, type
    union all
    select ${dayOf('at')}, 'activities', activity, count(*)
    from event where activity is not null and ${during('at')} group by 1, activity
  `;
}

/** The numbers of some days, from the rows themselves. */
export async function countDays(db: DbOrTx, days: Days): Promise<DayCount[]> {
  const { rows } = await sql<DayCount>`
    select day::text, kind, key, count::bigint from (${countsOf(days)}) as counted
  `.execute(db);
  return rows;
}

/** The stored numbers of days since one. */
export const storedDays = (db: DbOrTx, from: string) =>
  db
    .selectFrom('stat_day')
    .select([sql<string>`day::text`.as('day'), 'kind', 'key', 'count'])
    .where('day', '>=', sql<string>`${from}::date`)
    .where('kind', '!=', 'counted')
    .execute() as Promise<DayCount[]>;

/** The last day that is stored; days are stored in order. Null before the first. */
export async function lastStored(db: DbOrTx): Promise<string | null> {
  const row = await db
    .selectFrom('stat_day')
    .select(sql<string | null>`max(day)::text`.as('day'))
    .where('kind', '=', 'counted')
    .executeTakeFirst();
  return row?.day ?? null;
}
