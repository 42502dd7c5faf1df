import { sql } from 'kysely';
import type { DbOrTx } from '../../platform/db/database.ts';
import { casesVisibleTo, circleSql, visibleToCircle } from '../case-access/visible-cases.sql.ts';

/**
 * What holds a person's role in place: partners connected to a clinic or a lab rely on it staying one.
 * A group is named before a case; null when the role is free.
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
