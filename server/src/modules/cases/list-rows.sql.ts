import type { ListedRestoration } from '@cusp/contract/case-list';
import { LISTED_RESTORATIONS } from '@cusp/contract/case-list.routes';
import type { NumberSystem, StatusCode, UserType } from '@cusp/contract/cases';
import { type RawBuilder, sql } from 'kysely';
import { executeKept } from '../../platform/db/compiled.ts';
import type { DbOrTx } from '../../platform/db/database.ts';
import { planZone, shippedAt } from '../case-access/appointment-risk.sql.ts';
import { sideOf } from '../case-access/case-access.policy.ts';
import { casesVisibleTo } from '../case-access/visible-cases.sql.ts';
import type { PersonRow } from '../people/person.present.ts';
import { personJson } from '../people/person.sql.ts';

export interface ListRow {
  id: number;
  no: string;
  status: StatusCode;
  prev_status: StatusCode | null;
  has_proposal: boolean;
  side: UserType;
  patient_first: string;
  patient_last: string;
  number_sys: NumberSystem;
  /** The first restorations, by position in the order. */
  made: ListedRestoration[];
  made_count: number;
  comment_count: number;
  file_count: number;
  unread: number;
  unread_mention: boolean;
  delivery_date: string | null;
  appointment: string | null;
  plan: {
    send_until: string;
    ship_until: string;
    zone: string;
    ready_at: string | null;
    shipped_at: string | null;
  } | null;
  published_at: Date;
  updated_at: Date;
  author: PersonRow | null;
  recipient: PersonRow | null;
}

/** The page's rows with their people and counts; `page` yields the ids and sort keys. */
export async function listRows(
  db: DbOrTx,
  userId: number,
  page: RawBuilder<unknown>,
  order: RawBuilder<unknown>,
  isKept = false,
): Promise<ListRow[]> {
  const query = sql<ListRow>`
    with page as materialized (${page})
    select dental_case.id, dental_case.no, dental_case.status, dental_case.prev_status,
      exists (select from order_change where case_id = dental_case.id and state = 'open') as has_proposal,
      ${sideOf(userId)} as side,
      dental_case.patient_first, dental_case.patient_last, dental_case.number_sys,
      dental_case.comment_count, dental_case.file_count,
      dental_case.delivery_date, dental_case.appointment,
      (select json_build_object('send_until', send_until, 'ship_until', ship_until, 'zone', ${planZone}, 'ready_at', ready_at, 'shipped_at', ${shippedAt})
       from appointment_plan as plan
       where plan.case_id = dental_case.id and plan.appointment = dental_case.appointment) as plan,
      dental_case.published_at, dental_case.updated_at,
      (select coalesce(json_agg(json_build_object('type', type, 'name', display_name, 'teeth', teeth, 'tooth_text', tooth_text,
         'arch', arch, 'material', material, 'shade', shade) order by position), '[]')
       from (select * from restoration where case_id = dental_case.id order by position
         limit ${sql.lit(LISTED_RESTORATIONS)}) as first) as made,
      (select count(*) from restoration where case_id = dental_case.id) as made_count,
      (select count(*) from unread_comment as unread
       where unread.user_id = ${userId} and unread.case_id = dental_case.id) as unread,
      exists (select from unread_comment as unread
       join comment_mention as mention
         on mention.comment_id = unread.comment_id and mention.user_id = unread.user_id
       where unread.user_id = ${userId} and unread.case_id = dental_case.id) as unread_mention,
      ${personJson('author')} as author, ${personJson('recipient')} as recipient
    from page
    join dental_case on dental_case.id = page.id
    join app_user as author on author.id = dental_case.author_id
    join app_user as recipient on recipient.id = dental_case.recipient_id
    where ${casesVisibleTo(userId)}
    order by ${order}
  `;
  const { rows } = await (isKept ? executeKept(db, query) : query.execute(db));
  return rows;
}
