import type { EmailChange } from '@cusp/contract/email-change';
import { fullName } from '@cusp/text/names';
import { sql } from 'kysely';
import type { DbOrTx } from '../../platform/db/database.ts';

/** For this long the page of a user shows what became of a change. */
const SHOWN_DAYS = 30;

/** The latest change of somebody's address by staff; null if there was none lately. */
export async function latestEmailChange(
  db: DbOrTx,
  userId: number,
  readerId: number,
): Promise<EmailChange | null> {
  const row = await db
    .selectFrom('email_change')
    .innerJoin('app_user as asker', 'asker.id', 'email_change.requested_by')
    .leftJoin('app_user as approver', 'approver.id', 'email_change.approved_by')
    .selectAll('email_change')
    .select(['asker.first_name as asker_first', 'asker.last_name as asker_last'])
    .select(['approver.first_name as approver_first', 'approver.last_name as approver_last'])
    .where('user_id', '=', userId)
    .where(sql<boolean>`coalesce(ended_at, now()) > now() - make_interval(days => ${SHOWN_DAYS})`)
    .orderBy('email_change.id', 'desc')
    .executeTakeFirst();
  if (!row) return null;
  return {
    id: row.id,
    state: row.end_reason ?? (row.approved_by === null ? 'requested' : 'approved'),
    email: row.email,
    reason: row.reason,
    requested_by: fullName(row.asker_first, row.asker_last),
    is_own: row.requested_by === readerId,
    requested_at: row.requested_at.toISOString(),
    old_agreed: row.old_agreed_at !== null,
    new_agreed: row.new_agreed_at !== null,
    approved_by: row.approver_first === null ? null : fullName(row.approver_first, row.approver_last ?? ''),
    approved_at: row.approved_at?.toISOString() ?? null,
    due_at: row.due_at?.toISOString() ?? null,
    ended_at: row.ended_at?.toISOString() ?? null,
  };
}
