import { FINISHED } from '@cusp/dental/due';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { type Doer, NOBODY } from '../../platform/http/actor.ts';
import type { Services } from '../../platform/services.ts';
import { inTransaction, type Work } from '../../platform/work.ts';
import { isAtRiskUnshipped, labToday } from '../case-access/appointment-risk.sql.ts';
import { practiceSql } from '../case-access/circle.sql.ts';
import { visibleToCircle } from '../case-access/visible-cases.sql.ts';
import { todayOfPractices } from '../case-access/work-calendar.sql.ts';
import { type Kept, planPush } from './plan-push.ts';

/** Today in UTC; all time zones have that day, the one before or the one after. */
const UTC_DAY = sql`(now() at time zone 'UTC')::date`;
/** Cases that are late for longer were noticed before, or are older than the inbox. */
const LATE_DAYS = 7;
/** Maximum number of notices in one run; the next run continues. */
const MOST = 2000;
const KEPT_DAYS = 90;

/** Whether a person sees a case, which their side may have deleted. Expects `dental_case` and `person` in the query. */
const seenByPerson = visibleToCircle(sql`circle_of(person.id)`);

/**
 * Adds notices of delivery dates: to the assignee, or the recipient without one, the day before; to the author too once
 * the date is past. Days are those of the person's practice.
 */
export const fileDeadlines = (services: Services): Promise<void> =>
  inTransaction(services, NOBODY, async (work) => {
    const finished = sql.join(FINISHED.map((status) => sql.lit(status)));
    const isNear = sql`(
      published_at is not null and delivery_date is not null and status not in (${finished})
      and delivery_date between ${UTC_DAY} - ${LATE_DAYS + 1}::int and ${UTC_DAY} + 2
    )`;
    const parties = sql`
      select unnest(array[coalesce(assignee_id, recipient_id), author_id]) from dental_case where ${isNear}
    `;
    const due = sql`
      select distinct person.id as user_id, 'deadline' as kind, due.what, dental_case.id as case_id, delivery_date as due
      from dental_case
      cross join lateral (
        select coalesce(assignee_id, recipient_id) as id, array['soon', 'overdue'] as what
        union select author_id, array['overdue']
      ) as party
      join app_user as person on person.id = party.id and person.deleted_at is null and person.presence = 'home'
        and not 'deadline' = any(person.inbox_off)
      join app_user as practice on practice.id = ${practiceSql(sql.ref('person.id'))}
      join ${await todayOfPractices(work.tx, parties)} on practice_day.country = practice.country
        and practice_day.zone is not distinct from practice.work_calendar->>'zone'
      cross join lateral (
        select case when delivery_date < practice_day.day then 'overdue' else 'soon' end as what
      ) as due
      where ${isNear}
        and delivery_date between practice_day.day - ${LATE_DAYS}::int and practice_day.day + 1
        and due.what = any(party.what)
        and not exists (
          select from inbox_item as item
          where item.user_id = person.id and item.kind = 'deadline' and item.case_id = dental_case.id
            and item.due = delivery_date and item.what = due.what
        )
        and ${seenByPerson}
    `;
    await announce(work, await keep(work.tx, due));
  });

/**
 * Adds notices of appointments that may be missed, to both sides: once when the work should have begun, and once when
 * it should have been shipped.
 */
export const fileAppointments = (services: Services): Promise<void> =>
  inTransaction(services, NOBODY, async (work) => {
    const atRisk = sql`
      select distinct person.id as user_id, 'appointment' as kind, late.what, dental_case.id as case_id,
        dental_case.appointment as due
      from dental_case
      join appointment_plan as plan on plan.case_id = dental_case.id and plan.appointment = dental_case.appointment
      cross join lateral (
        select case when ${labToday} > plan.ship_until then 'unfinished' else 'unstarted' end as what
      ) as late
      cross join lateral (select coalesce(assignee_id, recipient_id) as id union select author_id) as party
      join app_user as person on person.id = party.id and person.deleted_at is null and person.presence = 'home'
        and not 'appointment' = any(person.inbox_off)
      where ${isAtRiskUnshipped()}
        and (late.what = 'unfinished' or dental_case.status in ('OPEN', 'READ') or plan.ready_at is null)
        and not exists (
          select from inbox_item as item
          where item.user_id = person.id and item.kind = 'appointment' and item.case_id = dental_case.id
            and item.due = dental_case.appointment and item.what in (late.what, 'unfinished')
        )
        and ${seenByPerson}
    `;
    await announce(work, await keep(work.tx, atRisk));
  });

/**
 * Writes notices about cases; an existing one of the same kind and case becomes unread and returns to the inbox.
 * Existing ones are locked by id first, like when their person marks several, so that the two cannot deadlock.
 */
async function keep(tx: Tx, notices: RawBuilder<unknown>): Promise<Kept[]> {
  const { rows } = await sql<Kept>`
    with notice as materialized (${notices} limit ${MOST}),
    locked as materialized (
      select item.id from inbox_item as item join notice using (user_id, kind, case_id)
      order by item.id for update of item
    )
    insert into inbox_item (user_id, kind, what, case_id, due, at, place)
    select user_id, kind, what, case_id, due, now(), now() from notice where (select count(*) from locked) >= 0
    on conflict (user_id, kind, case_id, connection_id, member_id) do update set
      what = excluded.what, due = excluded.due, at = excluded.at, place = excluded.place,
      read_at = null, done_at = null, snoozed_until = null, was = null
    returning id, user_id, kind
  `.execute(tx);
  return rows;
}

async function announce(work: Work<Doer>, kept: readonly Kept[]): Promise<void> {
  await planPush(work, kept);
  const reached = [...new Set(kept.map(({ user_id }) => user_id))];
  if (reached.length > 0) await work.record({ name: 'inbox_changed', audience: reached });
}

/** Removes old notices. A snoozed one stays until it has come back. */
export async function tidyInbox({ db }: Services): Promise<void> {
  await sql`
    delete from inbox_item
    where at < now() - make_interval(days => ${KEPT_DAYS}) and place < now() - make_interval(days => ${KEPT_DAYS})
  `.execute(db);
}
