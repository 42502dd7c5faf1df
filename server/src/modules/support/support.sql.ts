import { APPROVAL_MINUTES } from '@cusp/contract/support.routes';
import { sql } from 'kysely';
import type { DbOrTx } from '../../platform/db/database.ts';
import { happenedSince } from '../../platform/db/log-partitions.ts';
import type { PersonRow } from '../people/person.present.ts';
import { personJson } from '../people/person.sql.ts';

/** The account of this region that staff want to act for, deleted or not. */
export const subjectById = (db: DbOrTx, id: number) =>
  db
    .selectFrom('app_user')
    .select(['id', 'email', 'first_name', 'last_name', 'institution', 'picture_key', 'language', 'brand'])
    .select(['activated_at', 'blocked_at', 'deleted_at'])
    .select(['is_device_manager', 'is_sales_manager', 'is_staff', 'is_device_user_viewer'])
    .where('id', '=', id)
    .where('presence', '=', 'home')
    .executeTakeFirst();

export type SubjectRow = NonNullable<Awaited<ReturnType<typeof subjectById>>>;

/** A customer's consent that runs; there is one at most. */
export const runningConsent = (db: DbOrTx, userId: number) =>
  db
    .selectFrom('support_grant')
    .selectAll()
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .where('until', '>', sql<Date>`now()`)
    .orderBy('id', 'desc')
    .executeTakeFirst();

/** Requests must be answered, and approvals used, within this time. */
export const stillCounts = (moment: string) =>
  sql<boolean>`${sql.ref(moment)} > now() - make_interval(mins => ${APPROVAL_MINUTES})`;

const state = sql<'waiting' | 'approved' | 'ready' | 'running' | 'ended' | 'refused' | 'lapsed'>`case
  when support_session.started_at is not null then
    case when ended_at is null and ends_at > now() then 'running' else 'ended' end
  when ended_at is not null then case when end_reason = 'refused' then 'refused' else 'lapsed' end
  when link_until > now() then 'ready'
  when grant_id is not null then 'lapsed'
  when approved_at is not null then case when ${stillCounts('approved_at')} then 'approved' else 'lapsed' end
  when ${stillCounts('requested_at')} then 'waiting' else 'lapsed' end`;

/** Requests with their people, latest first. */
export const supportRows = (db: DbOrTx) =>
  db
    .selectFrom('support_session')
    .innerJoin('app_user as staff', 'staff.id', 'support_session.staff_id')
    .innerJoin('app_user as subject', 'subject.id', 'support_session.subject_id')
    .leftJoin('app_user as approver', 'approver.id', 'support_session.approved_by')
    .selectAll('support_session')
    .select(['subject.email', state.as('state')])
    .select([
      sql<PersonRow | null>`${personJson('staff')}`.as('staff'),
      sql<PersonRow | null>`${personJson('subject')}`.as('subject'),
      sql<PersonRow | null>`${personJson('approver')}`.as('approver'),
    ])
    .orderBy('support_session.id', 'desc');

export type SupportSessionRow = Awaited<ReturnType<ReturnType<typeof supportRows>['execute']>>[number];

/** Calls and opened cases in these sessions, which began after `since`, from the audit log. */
export async function openedIn(
  db: DbOrTx,
  userId: number,
  { sessionIds, since }: { sessionIds: readonly string[]; since: Date },
) {
  const { rows } = await sql<{
    session_id: string;
    call: string | null;
    case_id: number | null;
    no: string | null;
    count: number;
  }>`
    select session_id, detail->>'call' as call, audit_log.case_id, dental_case.no, count(*)::int as count
    from audit_log left join dental_case on dental_case.id = audit_log.case_id
    where audit_log.user_id = ${userId} and acting_for is not null and ${happenedSince(since)}
      and session_id = any(${[...sessionIds]}::uuid[]) and action in ('support_call', 'case_read')
    group by 1, 2, 3, 4 order by count desc, 2
  `.execute(db);
  return rows;
}
