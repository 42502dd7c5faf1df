import { fullName } from '@cusp/text/names';
import { type Selectable, sql } from 'kysely';
import type { DbOrTx, Tx } from '../../platform/db/database.ts';
import type { EmailChangeTable } from '../../platform/db/tables/identity.ts';
import type { StepResetTable } from '../../platform/db/tables/second-steps.ts';
import { found, Refusal } from '../../platform/http/refusal.ts';

/**
 * Requests of staff about an account, each kind in a separate table with at most one open request per person. The names
 * are those of its entries in the audit log and in the account's log.
 */
export const REQUESTS = {
  step_reset: { audit: 'step_reset', log: 'reset', idName: 'reset' },
  email_change: { audit: 'email_change', log: 'email_change', idName: 'change' },
} as const;
export type RequestTable = keyof typeof REQUESTS;

/** The columns that every kind has. */
type Request = Selectable<Pick<StepResetTable & EmailChangeTable, Shared>>;
type Shared = keyof StepResetTable & keyof EmailChangeTable;

/** A request about this account that has not ended. */
export async function openRequest(tx: Tx, table: RequestTable, userId: number, id: number) {
  const request = found(
    await tx
      .selectFrom(table)
      .select(['id', 'requested_by', 'approved_by', 'ended_at'])
      .where('id', '=', id)
      .where('user_id', '=', userId)
      .executeTakeFirst(),
  );
  if (request.ended_at) throw new Refusal('support_not_waiting');
  return request;
}

/** How long the page of a user shows the outcome of a request. */
const SHOWN_DAYS = 30;

/** The latest request about an account, as staff see it for every kind; null if there was none lately. */
export async function latestRequest(db: DbOrTx, table: RequestTable, userId: number, readerId: number) {
  const row = await db
    .selectFrom(sql<Request>`${sql.table(table)}`.as('request'))
    .innerJoin('app_user as asker', 'asker.id', 'request.requested_by')
    .leftJoin('app_user as approver', 'approver.id', 'request.approved_by')
    .select(['request.id', 'request.reason', 'requested_by', 'requested_at'])
    .select(['approved_by', 'approved_at', 'due_at', 'ended_at'])
    .select(['asker.first_name as asker_first', 'asker.last_name as asker_last'])
    .select(['approver.first_name as approver_first', 'approver.last_name as approver_last'])
    .where('user_id', '=', userId)
    .where(sql<boolean>`coalesce(ended_at, now()) > now() - make_interval(days => ${SHOWN_DAYS})`)
    .orderBy('request.id', 'desc')
    .executeTakeFirst();
  if (!row) return null;
  return {
    id: row.id,
    reason: row.reason,
    requested_by: fullName(row.asker_first, row.asker_last),
    is_own: row.requested_by === readerId,
    requested_at: row.requested_at.toISOString(),
    approved_by: row.approver_first === null ? null : fullName(row.approver_first, row.approver_last ?? ''),
    approved_at: row.approved_at?.toISOString() ?? null,
    due_at: row.due_at?.toISOString() ?? null,
    ended_at: row.ended_at?.toISOString() ?? null,
  };
}
