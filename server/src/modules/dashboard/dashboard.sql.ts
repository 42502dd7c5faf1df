import type { StatusCode } from '@cusp/contract/cases';
import type { ActivityAction } from '@cusp/contract/dashboard';
import { sql } from 'kysely';
import type { DbOrTx } from '../../platform/db/database.ts';
import { happenedSince } from '../../platform/db/log-partitions.ts';
import { circleOf } from '../case-access/circle.sql.ts';
import { tallied, walkFor } from '../case-access/visible-cases.sql.ts';
import type { PersonRow } from '../people/person.present.ts';
import { personJson } from '../people/person.sql.ts';

/** Visible cases by status, from the tally, whose cost depends on the number of partners. */
export async function countsByStatus(db: DbOrTx, userId: number): Promise<Map<StatusCode, number>> {
  const tally = tallied(
    'case_tally',
    circleOf(userId),
    ({ where, count }) => sql`select status, ${count} as cases from case_tally where ${where}`,
  );
  const { rows } = await sql<{ status: StatusCode; count: number }>`
    select status, sum(cases)::integer as count from (${tally}) as counted group by status
  `.execute(db);
  return new Map(rows.map(({ status, count }) => [status, count]));
}

/**
 * Ids of the cases of a circle since a moment, without duplicates: one index walk for each person and side.
 * With `most` only the latest.
 */
function casesSince(userId: number, column: 'published_at' | 'updated_at', since: Date, most?: number) {
  const moment = sql.ref(column);
  const to = (id: string) => (most ? sql`order by ${moment} desc, ${sql.ref(id)} desc limit ${most}` : sql``);
  const [ordered, end] = [to('dental_case.id'), to('walk.id')];
  const walk = walkFor(
    'dental_case',
    userId,
    ({ where }) =>
      sql`(select dental_case.id, ${moment} from dental_case where ${where} and ${moment} >= ${since} ${ordered})`,
  );
  return sql`(select walk.id from ${walk} ${end})`;
}

/** Restorations in cases sent since a moment, counted per tooth or arch, most frequent first. */
export async function countRestorations(db: DbOrTx, userId: number, since: Date) {
  const { rows } = await sql<{ type: string; display_name: string; count: number }>`
    select restoration.type, restoration.display_name,
      sum(greatest(cardinality(restoration.teeth), 1))::integer as count
    from ${casesSince(userId, 'published_at', since)} as sent
    join restoration on restoration.case_id = sent.id
    group by 1, 2 order by count desc, 1, 2
  `.execute(db);
  return rows;
}

export interface ActivityRow {
  id: number;
  at: Date;
  activity: ActivityAction;
  actor_id: number | null;
  /** Null for an action without a case; `no` and the patient are '' then. */
  case_id: number | null;
  no: string;
  actor: PersonRow | null;
  patient_first: string;
  patient_last: string;
  change: { from: StatusCode; to: StatusCode } | null;
  assignee: PersonRow | null;
  /** Id of the previous assignee, 0 if the case was unassigned; null if it was not recorded. */
  was_id: number | null;
  was: PersonRow | null;
}

/** Limit of scrolling back. */
const MAX_ACTIVITIES = 1000;

/**
 * Activities since a moment on cases that the person sees now and saw then, and the confirmation of their own data
 * region, latest first. Every activity updates its case's last update, so the latest activities are on the latest
 * cases.
 */
export async function readActivities(
  db: DbOrTx,
  userId: number,
  since: Date,
  window: { offset: number; take: number },
): Promise<{ total: number; rows: ActivityRow[] }> {
  const { rows } = await sql<ActivityRow & { total: number }>`
    with touched as materialized ${casesSince(userId, 'updated_at', since, MAX_ACTIVITIES)},
    happened as materialized (
      select event.id, event.at, event.activity, event.actor_id, event.case_id, event.change,
        (event.ids->>'assignee')::bigint as assignee_id, (event.ids->>'was')::bigint as was_id
      from touched join event on event.case_id = touched.id
      where event.activity is not null and ${happenedSince(since)} and event.audience @> array[${userId}]::bigint[]
      order by event.at desc, event.id desc limit ${MAX_ACTIVITIES}
    ), confirmed as (
      -- Ids of events are positive.
      select -id as id, region_set_at as at, 'REGION_CONFIRM' as activity, id as actor_id, null::bigint as case_id,
        null::jsonb as change, null::bigint as assignee_id, null::bigint as was_id
      -- Signing up fixes it too, which is no news.
      from app_user
      where id = ${userId} and region_set_at >= ${since} and region_set_at > created_at + interval '1 minute'
    ), listed as (
      select * from happened union all select * from confirmed
    ), page as (select * from listed order by at desc, id desc limit ${window.take} offset ${window.offset})
    select counted.total, page.*, coalesce(dental_case.no, '') as no,
      coalesce(dental_case.patient_first, '') as patient_first, coalesce(dental_case.patient_last, '') as patient_last,
      ${personJson('actor')} as actor, ${personJson('assignee')} as assignee, ${personJson('was')} as was
    from (select count(*) as total from listed) as counted
    left join page on true
    left join dental_case on dental_case.id = page.case_id
    left join app_user as actor on actor.id = page.actor_id
    left join app_user as assignee on assignee.id = page.assignee_id
    left join app_user as was on was.id = page.was_id
    order by page.at desc, page.id desc
  `.execute(db);
  return { total: rows[0]?.total ?? 0, rows: rows.filter((row) => row.id !== null) };
}
