import type { StatusCode, UserType } from '@cusp/contract/cases';
import type { HistoryEntry } from '@cusp/contract/history';
import { sql } from 'kysely';
import type { DbOrTx } from '../../platform/db/database.ts';
import { happenedSince, happenedSinceMaking } from '../../platform/db/log-partitions.ts';
import { circleOf } from '../case-access/circle.sql.ts';
import type { PersonRow } from '../people/person.present.ts';
import { personJson } from '../people/person.sql.ts';

/** Reads by one person or link within this time are merged into one entry. */
const GATHERED_WITHIN = '1 hour';

export interface HistoryRow {
  ref: string;
  /** Microseconds since the Unix epoch. */
  at: number;
  kind: string;
  user_id: number | null;
  /** Staff did it for that person. */
  by_support: boolean;
  person: PersonRow | null;
  count: number;
  change: { from: StatusCode; to: StatusCode } | null;
  order: HistoryEntry['order'];
  has_assignee: boolean;
  assignee: PersonRow | null;
  files: { id: number; filename: string }[];
  recipient: string | null;
}

interface Wanted {
  caseId: number;
  side: UserType;
  take: number;
  /** The last entry of the previous page. */
  before: { at: number; ref: string } | null;
}

/**
 * Changes of a case, from its events. Leaves out reads that only set READ, and the end of an upload, which its files
 * already show.
 */
const changes = (caseId: number) => sql`
  select 'e' || id as ref, at, name as kind, actor_id as user_id, acting_for is not null as by_support,
    (ids->>'share')::bigint as share_id,
    case
      when ids ? 'files' then array(select jsonb_array_elements_text(ids->'files')::bigint)
      when ids ? 'file' then array[(ids->>'file')::bigint]
      else array[]::bigint[]
    end as file_ids,
    (ids->>'assignee')::bigint as assignee_id, (ids->>'change')::bigint as order_id, change
  from event
  where case_id = ${caseId} and ${happenedSinceMaking(caseId)} and (
    activity is not null and name <> 'post_uploaded'
    or name in (
      'file_deleted', 'file_classified', 'front_marked', 'file_unit_set', 'statement_issued', 'case_shipped', 'shipment_removed', 'comment_deleted', 'case_shared', 'share_revoked',
      'share_opened', 'change_proposed', 'change_declined', 'change_withdrawn'
    )
  )
  -- The deletion of a comment that was undone.
  and not (name = 'comment_deleted' and exists (
    select from case_comment where id = (ids->>'comment')::bigint and deleted_at is null
  ))
`;

/**
 * Opened cases, downloads, undone deletions and imports, from the audit log, because the event of a deletion can
 * concern several cases. Leaves out actions on the draft.
 */
const reads = (caseId: number) => sql`
  select 'a' || audit_log.id as ref, at, action as kind, user_id, acting_for is not null as by_support,
    (detail->>'share')::bigint as share_id,
    case when object_type = 'file' then array[object_id] else array[]::bigint[] end as file_ids,
    null::bigint as assignee_id, null::bigint as order_id, null::jsonb as change
  from audit_log
  where case_id = ${caseId} and result = 'ok'
    and action in ('case_read', 'file_downloaded', 'files_downloaded', 'order_form_downloaded',
      'share_file_downloaded', 'share_files_downloaded', 'case_deleted', 'case_restored', 'case_imported', 'case_expired')
    and ${happenedSince(sql<Date>`(select published_at from dental_case where id = ${caseId})`)}
`;

/**
 * A page of a case's history, latest first. Consecutive reads are merged into one entry with the reference of the
 * first. For people outside the reader's circle only the first read is shown.
 */
export async function readHistory(db: DbOrTx, userId: number, wanted: Wanted): Promise<HistoryRow[]> {
  const { caseId, side, take, before } = wanted;
  const { rows } = await sql<HistoryRow>`
    with happened as (${changes(caseId)} union all ${reads(caseId)}),
    marked as (
      select *, case
        when kind in ('case_read', 'share_opened', 'file_downloaded', 'files_downloaded', 'order_form_downloaded',
          'share_file_downloaded', 'share_files_downloaded')
          and at - lag(at) over series < ${GATHERED_WITHIN}::interval then 0 else 1 end as begins
      from happened window series as (partition by kind, user_id, by_support, share_id order by at, ref)
    ),
    numbered as (
      select *, sum(begins) over (partition by kind, user_id, by_support, share_id order by at, ref) as run from marked
    ),
    gathered as (
      select kind, user_id, by_support, share_id, run, (array_agg(ref order by at, ref))[1] as ref,
        min(at) as begun, max(at) as last, count(*)::int as count,
        max(assignee_id) as assignee_id, max(order_id) as order_id, (array_agg(change))[1] as change
      from numbered group by kind, user_id, by_support, share_id, run
    ),
    listed as (
      select *, case when is_ours then last else begun end as at from (
        select *, kind <> 'case_read' or user_id = any(${circleOf(userId)}) as is_ours from gathered
      ) as each where is_ours or run = 1
    ),
    page as (
      select *, (extract(epoch from at) * 1000000)::bigint as micros from listed
      where ${before ? sql`((extract(epoch from at) * 1000000)::bigint, ref) < (${before.at}::bigint, ${before.ref})` : sql`true`}
      order by at desc, ref desc limit ${take}
    )
    select page.ref, page.micros as at, page.kind, page.user_id, page.by_support,
      ${personJson('person')} as person,
      case when page.is_ours then page.count else 1 end as count, page.change,
      case when edit.id is not null then json_build_object(
        'version', edit.version, 'state', edit.state, 'changes', edit.changes, 'reason', edit.reason
      ) end as "order",
      page.kind = 'post_assignee_changed' as has_assignee, ${personJson('assignee')} as assignee,
      coalesce((
        select json_agg(json_build_object('id', file.id, 'filename', file.filename) order by file.id)
        from case_file as file where file.case_id = ${caseId} and file.id in (
          select unnest(numbered.file_ids) from numbered
          where numbered.kind = page.kind and numbered.run = page.run
            and numbered.user_id is not distinct from page.user_id
            and numbered.by_support = page.by_support
            and numbered.share_id is not distinct from page.share_id
        )
      ), '[]'::json) as files,
      case when ${side} <> 'OT' or share_link.maker_id = any(${circleOf(userId)})
        then share_link.recipient end as recipient
    from page
    left join app_user as person on person.id = page.user_id
    left join app_user as assignee on assignee.id = page.assignee_id
    left join share_link on share_link.id = page.share_id
    left join order_change as edit on edit.id = page.order_id and edit.case_id = ${caseId}
    order by page.micros desc, page.ref desc
  `.execute(db);
  return rows;
}
