import type { StatusCode } from '@cusp/contract/cases';
import type { InboxWhat } from '@cusp/contract/inbox';
import { type InboxKind, MAX_INBOX_COUNT } from '@cusp/contract/inbox.routes';
import { FINISHED } from '@cusp/dental/due';
import { type RawBuilder, sql } from 'kysely';
import type { DbOrTx, Tx } from '../../platform/db/database.ts';
import type { ListPlace } from '../../platform/http/list-place.ts';
import { isAtRiskUnshipped } from '../case-access/appointment-risk.sql.ts';
import { circleOf } from '../case-access/circle.sql.ts';
import { casesVisibleTo } from '../case-access/visible-cases.sql.ts';
import type { PersonRow } from '../people/person.present.ts';
import { personJson } from '../people/person.sql.ts';

export type Shown = 'inbox' | 'snoozed' | 'done';

export interface NoticeRow {
  id: number;
  kind: InboxKind;
  what: InboxWhat;
  at: Date;
  /** Microseconds since the Unix epoch. */
  place: number;
  is_read: boolean;
  snoozed_until: Date | null;
  person: PersonRow | null;
  case_id: number | null;
  no: string | null;
  patient_first: string;
  patient_last: string;
  status: StatusCode | null;
  due: string | null;
  comments: number;
  group: string | null;
}

/**
 * A person's notices whose subject they may still see: rows of `item`, joined with it. Notices of answered requests, of
 * dates that were met or moved and of appointments no longer at risk are left out too.
 */
function noticesOf(userId: number): RawBuilder<unknown> {
  const finished = sql.join(FINISHED.map((status) => sql.lit(status)));
  return sql`inbox_item as item
    left join dental_case on dental_case.id = item.case_id
    left join connection on connection.id = item.connection_id
    left join group_member as member on member.id = item.member_id
    left join share_group on share_group.id = member.group_id
    left join app_user as actor on actor.id = item.actor_id
    where item.user_id = ${userId} and case
      when item.case_id is not null then ${casesVisibleTo(userId)} and case item.kind
        when 'deadline' then dental_case.delivery_date = item.due and dental_case.status not in (${finished})
        when 'appointment' then dental_case.appointment = item.due and ${isAtRiskUnshipped()}
        else true
      end
      when item.what = 'expiring' then exists (
        select from case_retention where practice_id = any(${circleOf(userId)})
      )
      when item.what = 'connection' then connection.user_id = ${userId} and connection.status = 'REQD'
        and actor.deleted_at is null
      when item.what = 'connected' then connection.owner_id = ${userId} and connection.status = 'ACCD'
      when item.what = 'group' then member.user_id = ${userId} and member.status = 'REQD'
        and not exists (select from share_group as own where own.owner_id = ${userId})
      when item.what = 'joined' then share_group.owner_id = ${userId} and member.status = 'ACCD'
      else false
    end`;
}

const SHOWN: Record<Shown, RawBuilder<boolean>> = {
  inbox: sql`(item.done_at is null and (item.snoozed_until is null or item.snoozed_until <= now()))`,
  snoozed: sql`(item.done_at is null and item.snoozed_until > now())`,
  done: sql`(item.done_at is not null)`,
};

const micros = sql<number>`(extract(epoch from item.place) * 1000000)::bigint`;
const momentOf = ({ at }: ListPlace) =>
  sql<Date>`(to_timestamp(0) + ${at}::bigint * interval '1 microsecond')`;

/** Condition: at a place or after it in the list, which begins with the latest. */
const upTo = (place: ListPlace) =>
  sql<boolean>`(item.place, item.id) <= (${momentOf(place)}, ${place.id}::bigint)`;
const after = (place: ListPlace) =>
  sql<boolean>`(item.place, item.id) < (${momentOf(place)}, ${place.id}::bigint)`;

const COLUMNS = sql`item.id, item.kind, item.what, item.at, ${micros} as place, item.read_at is not null as is_read,
      item.snoozed_until, ${personJson('actor')} as person, dental_case.id as case_id, dental_case.no,
      coalesce(dental_case.patient_first, '') as patient_first, coalesce(dental_case.patient_last, '') as patient_last,
      item.status, item.due::text as due, share_group.name as "group",
      case when item.kind = 'comment' then (
        select count(*) from unread_comment as unread where unread.user_id = item.user_id and unread.case_id = item.case_id
      ) else 0 end as comments`;

/** A page of notices, latest first. */
export async function readNotices(
  db: DbOrTx,
  userId: number,
  { show, before, take }: { show: Shown; before: ListPlace | null; take: number },
): Promise<NoticeRow[]> {
  const { rows } = await sql<NoticeRow>`
    select ${COLUMNS}
    from ${noticesOf(userId)} and ${SHOWN[show]} and ${before ? after(before) : sql`true`}
    order by item.place desc, item.id desc limit ${take}
  `.execute(db);
  return rows;
}

/** One notice, if it is in the inbox and unread. */
export async function unreadNotice(db: DbOrTx, userId: number, id: number): Promise<NoticeRow | undefined> {
  const { rows } = await sql<NoticeRow>`
    select ${COLUMNS} from ${noticesOf(userId)} and ${SHOWN.inbox} and item.read_at is null and item.id = ${id}
  `.execute(db);
  return rows[0];
}

export async function countNotices(db: DbOrTx, userId: number) {
  const { rows } = await sql<{ unread: number; wakes_in: number | null }>`
    select (
      select count(*) from (
        select from ${noticesOf(userId)} and ${SHOWN.inbox} and item.read_at is null limit ${MAX_INBOX_COUNT}
      ) as unread
    )::int as unread, (
      select ceil(extract(epoch from min(snoozed_until) - now()) * 1000)::bigint
      from inbox_item as item where user_id = ${userId} and ${SHOWN.snoozed}
    ) as wakes_in
  `.execute(db);
  return rows[0] ?? { unread: 0, wakes_in: null };
}

/** Ids of the notices in the inbox up to a place, locked, so that they cannot be renewed before they are marked. */
export async function noticesUpTo(tx: Tx, userId: number, place: ListPlace): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select item.id from ${noticesOf(userId)} and ${SHOWN.inbox} and ${upTo(place)}
    order by item.id for update of item
  `.execute(tx);
  return rows.map(({ id }) => id);
}
