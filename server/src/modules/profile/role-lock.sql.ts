import { sql } from 'kysely';
import type { DbOrTx } from '../../platform/db/database.ts';
import { casesVisibleTo, circleSql, visibleToCircle } from '../case-access/visible-cases.sql.ts';

/**
 * Why a person's role cannot change: connected partners rely on it being a clinic or a lab. A group takes precedence
 * over a case; null if it can change.
 */
export async function roleLockOf(db: DbOrTx, userId: number): Promise<'group' | 'case' | null> {
  const { rows } = await sql<{ lock: 'group' | 'case' | null }>`
    select case
      when exists (select from share_group where owner_id = ${userId})
        or exists (select from group_member where user_id = ${userId} and status = 'ACCD') then 'group'
      when exists (
        select from dental_case
        where ${visibleToCircle(circleSql([userId]))} or (assignee_id = ${userId} and ${casesVisibleTo(userId)})
      ) then 'case'
    end as lock
  `.execute(db);
  return rows[0]?.lock ?? null;
}
