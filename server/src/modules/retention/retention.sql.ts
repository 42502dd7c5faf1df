import { type RawBuilder, sql } from 'kysely';
import type { Config } from '../../platform/config/config.ts';
import type { DbOrTx, Tx } from '../../platform/db/database.ts';
import { peopleAround } from '../case-access/circle.sql.ts';
import { isHeld } from '../case-access/holds.sql.ts';
import { circleSql, visibleToCircle } from '../case-access/visible-cases.sql.ts';

/** The specified period for deployments that do not choose one. */
const SPECIFIED_MONTHS = 3;

/** Days are those of UTC, because people's time zones are not stored. */
export const TODAY = sql`(now() at time zone 'UTC')::date`;

/** The retention period of practices that have not chosen one: as configured, otherwise as specified. */
export async function defaultMonths(db: DbOrTx, { retentionMonths }: Config): Promise<number> {
  if (retentionMonths !== null) return retentionMonths;
  const { keeps_cases } = await db.selectFrom('deployment').select('keeps_cases').executeTakeFirstOrThrow();
  return keeps_cases ? 0 : SPECIFIED_MONTHS;
}

/**
 * Whether a person, a row of `app_user`, is a practice of this region. Copies of guests are kept, because only their
 * region knows the setting of their practice.
 */
export const isPractice: RawBuilder<boolean> = sql<boolean>`(
  app_user.presence = 'home' and app_user.deleted_at is null
  and not exists (select from group_member where group_member.user_id = app_user.id and status = 'ACCD')
)`;

/** Months for which a practice, a row of `app_user`, keeps cases. */
export const monthsOf = (fallback: number) =>
  sql<number>`coalesce(app_user.retention_months, ${fallback}::integer)`;

/** A practice whose cases are checked. */
export interface Practice {
  id: number;
  months: number;
  people: readonly number[];
}

/**
 * Locks the setting of a practice, and the practice against other processes, until the transaction ends; null if
 * another process has it, or if the practice keeps its cases indefinitely.
 */
export async function lockPractice(tx: Tx, id: number, fallback: number): Promise<Practice | null> {
  const { rows } = await sql<{ locked: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended('retention ' || ${id}::bigint, 0)) as locked
  `.execute(tx);
  if (!rows[0]?.locked) return null;
  const row = await tx
    .selectFrom('app_user')
    .select(monthsOf(fallback).as('months'))
    .where('id', '=', id)
    .where(isPractice)
    .forShare()
    .executeTakeFirst();
  if (!row || row.months === 0) return null;
  return { id, months: row.months, people: await peopleAround(tx, [id]) };
}

/**
 * The day on which the time of a case ends, this many months after its last update. Expects `dental_case` in the query.
 */
export const endOf = (months: RawBuilder<number>): RawBuilder<unknown> =>
  sql`((dental_case.updated_at at time zone 'UTC')::date + make_interval(months => ${months}))::date`;

/**
 * Whether an announcement, a row of `kept`, still applies: the practice has its copy, the case has not changed since,
 * it is not on hold, and the practice has not chosen a longer time. Expects `dental_case` in the query.
 */
export const stillHolds = ({ months, people }: Pick<Practice, 'months' | 'people'>): RawBuilder<boolean> =>
  sql<boolean>`(
    ${visibleToCircle(circleSql(people))} and dental_case.updated_at = kept.counted_from and not ${isHeld}
    and ${endOf(sql`${months}::integer`)} <= kept.due_on
  )`;

/** Whether a day, in a column of `kept`, is over in all time zones, and both announcements were sent in time. */
export const isOver: RawBuilder<boolean> = sql<boolean>`(
  ((kept.due_on + 1)::timestamp + interval '12 hours') at time zone 'UTC' <= now()
  and kept.announced_at <= now() - interval '1 month' and kept.reminded_at <= now() - interval '7 days'
)`;
