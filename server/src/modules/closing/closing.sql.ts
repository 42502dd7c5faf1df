import type { ClosingBlock } from '@cusp/contract/closing';
import { sql } from 'kysely';
import type { DbOrTx } from '../../platform/db/database.ts';
import { draftsOf } from '../case-access/case-access.policy.ts';
import { isOnTheWay, isStoredHere } from '../case-access/holds.sql.ts';
import { circleSql, visibleToCircle } from '../case-access/visible-cases.sql.ts';
import { isStaff } from '../identity/second-steps.sql.ts';

/** Why an account cannot be closed now, by the data of this region; null if it can. */
export async function blockOf(db: DbOrTx, userId: number): Promise<ClosingBlock | null> {
  const { rows } = await sql<{ block: ClosingBlock | null }>`
    select case
      when ${isStaff} then 'account_of_staff'
      when exists (
        select from share_group join group_member on group_id = share_group.id
        where owner_id = app_user.id and status = 'ACCD'
      ) then 'group_has_members'
      when exists (
        select from legal_hold join dental_case on dental_case.id = case_id
        where lifted_at is null and (
          (app_user.id in (placed_by, author_id, recipient_id) and ${isStoredHere})
          or (app_user.id = placed_by and ${isOnTheWay})
        )
      ) then 'account_on_hold'
      when exists (
        select from moving_person join region_move on region_move.id = moving_person.move_id
        where moving_person.user_id = app_user.id and step not in ('arrived', 'erased', 'cancelled', 'failed')
      ) then 'moving'
    end as block
    from app_user where id = ${userId}
  `.execute(db);
  return rows[0]?.block ?? null;
}

/** Cases of which the person, and not only their group, has a copy. Expects `dental_case` in the query. */
export const ownCases = (userId: number) => visibleToCircle(circleSql([userId]));

/** Counts of what is removed with an account in this region, and of what stays with others. */
export async function remainsOf(db: DbOrTx, userId: number) {
  const { rows } = await sql<{
    cases: number;
    kept: number;
    drafts: number;
    comments: number;
    links: number;
    connections: number;
    scanners: number;
    group: string | null;
  }>`
    with own as materialized (
      select id, author_removed_at is null and recipient_removed_at is null and author_id <> recipient_id as is_shared
      from dental_case where ${ownCases(userId)}
    )
    select (select count(*) from own)::integer as cases,
      (select count(*) from own where is_shared)::integer as kept,
      (
        select count(*) from dental_case where ${draftsOf(userId)}
      )::integer as drafts,
      (
        select count(*) from case_comment join dental_case on dental_case.id = case_id
        where case_comment.author_id = ${userId} and case_comment.deleted_at is null and purged_at is null
          and ${isStoredHere}
          and not exists (select from own where own.id = case_id and not is_shared)
      )::integer as comments,
      (
        select count(*) from share_link join dental_case on dental_case.id = case_id
        where maker_id = ${userId} and revoked_at is null and expires_at > now() and ${isStoredHere}
      )::integer as links,
      (
        select count(*) from connection where ${userId}::bigint in (owner_id, user_id) and status = 'ACCD'
      )::integer as connections,
      (select count(*) from device_registration where user_id = ${userId})::integer as scanners,
      (
        select name from group_member join share_group on share_group.id = group_id
        where user_id = ${userId} and status = 'ACCD'
      ) as "group"
  `.execute(db);
  const [remains] = rows;
  if (!remains) throw new Error('one row is expected');
  return remains;
}
