import { ADM_PATHS } from '@cusp/contract/pages';
import type { AccountAction } from '@cusp/contract/staff-users';
import { fullName } from '@cusp/text/names';
import { sql } from 'kysely';
import type { EmailChangeTable } from '../../platform/db/tables/identity.ts';
import type { StepResetTable } from '../../platform/db/tables/second-steps.ts';
import type { Doer } from '../../platform/http/actor.ts';
import type { MailTemplate } from '../../platform/mail/mail-request.ts';
import type { Work } from '../../platform/work.ts';
import { logAccount } from '../identity/account-log.ts';
import { REQUESTS, type RequestTable } from './staff-requests.ts';

export interface RequestEnd {
  step_reset: NonNullable<StepResetTable['end_reason']>;
  email_change: NonNullable<EmailChangeTable['end_reason']>;
}

/** The staff who requested and approved. */
interface Askers {
  requested_by: number;
  approved_by: number | null;
}

interface Ending<T extends RequestTable> {
  table: T;
  userId: number;
  end: RequestEnd[T];
  /** Its entry in the account's log. */
  action: AccountAction;
  /** Shown with that entry. */
  reason?: string;
  /** Name of the audit entry. */
  audit: 'authn_second_step_reset' | 'email_changed' | `${(typeof REQUESTS)[RequestTable]['audit']}_ended`;
  /** Whether the acting staff member ended it, who is then named in the account's log. */
  byStaff: boolean;
}

/**
 * Ends the open request about an account, and returns who requested and approved it; undefined if there was none. The
 * person's row must be locked.
 */
export async function endRequest<T extends RequestTable>(
  work: Work<Doer>,
  { table, userId, end, action, audit, reason, byStaff }: Ending<T>,
): Promise<Askers | undefined> {
  const request = await work.tx
    .updateTable(table as RequestTable)
    .set({ ended_at: sql`now()`, end_reason: end as RequestEnd[RequestTable] })
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .returning(['id', 'requested_by', 'approved_by'])
    .executeTakeFirst();
  if (!request) return undefined;
  const staffId = byStaff ? (work.actor.userId ?? null) : null;
  await logAccount(work.tx, { userId, staffId, action, ...(reason === undefined ? {} : { reason }) });
  await work.audit({
    action: audit,
    object: { type: 'user', id: userId },
    detail: {
      [REQUESTS[table].idName]: request.id,
      end,
      asked_by: request.requested_by,
      approved_by: request.approved_by,
    },
  });
  return request;
}

/** Mails the staff who asked for a request and approved it, for example because its end may surprise them. */
export async function mailAskers(
  work: Work<Doer>,
  { requested_by, approved_by }: Askers,
  template: MailTemplate,
  customer: { id: number; first_name: string; last_name: string },
  params: Record<string, string> = {},
): Promise<void> {
  const askers = await work.tx
    .selectFrom('app_user')
    .select(['id', 'email', 'first_name', 'language', 'brand'])
    .where('id', 'in', approved_by === null ? [requested_by] : [requested_by, approved_by])
    .where('deleted_at', 'is', null)
    .execute();
  for (const asker of askers)
    await work.mail(asker, template, {
      name: asker.first_name,
      customer: fullName(customer.first_name, customer.last_name),
      link: ADM_PATHS.user.replace(':uid', String(customer.id)),
      ...params,
    });
}
