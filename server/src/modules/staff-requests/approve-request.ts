import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Work } from '../../platform/work.ts';
import { logAccount } from '../identity/account-log.ts';
import { maySupportOthers } from '../identity/support-session.sql.ts';
import { REQUESTS, type RequestTable } from './staff-requests.ts';

/** A staff member's request that takes effect only with the approval of a second one. */
interface Approvable {
  requested_by: number;
  approved_by: number | null;
}

/** @throws Refusal `support_own_request`, because staff cannot approve their own request. */
export function refuseOwnRequest(actor: Actor, { requested_by }: Pick<Approvable, 'requested_by'>): void {
  if (requested_by === actor.userId) throw new Refusal('support_own_request');
}

/**
 * Whether a colleague may approve a locked request: not their own, not one that was approved before, and only while its
 * author is still allowed to ask.
 * @throws Refusal `support_own_request`, `support_not_waiting`
 */
export async function requireApprovable(tx: Tx, actor: Actor, request: Approvable): Promise<void> {
  refuseOwnRequest(actor, request);
  const asker = await tx
    .selectFrom('app_user as asker')
    .select('asker.id')
    .where('asker.id', '=', request.requested_by)
    .where(maySupportOthers('asker'))
    .executeTakeFirst();
  if (request.approved_by !== null || !asker) throw new Refusal('support_not_waiting');
}

interface Approval {
  table: RequestTable;
  userId: number;
  request: Approvable & { id: number };
  /** Hours that the person has to object. */
  hours: number;
}

/**
 * Stores the approval of a request that `requireApprovable` allows, with its entries in both logs. Returns the moment
 * from which the request can be carried out.
 */
export async function approveRequest(work: Work, { table, userId, request, hours }: Approval): Promise<Date> {
  const { audit, log, idName } = REQUESTS[table];
  const { due_at } = await work.tx
    .updateTable(table)
    .set({
      approved_by: work.actor.userId,
      approved_at: sql`now()`,
      due_at: sql`now() + make_interval(hours => ${hours})`,
    })
    .where('id', '=', request.id)
    .returning(sql<Date>`due_at`.as('due_at'))
    .executeTakeFirstOrThrow();
  await logAccount(work.tx, { userId, staffId: work.actor.userId, action: `${log}_approved` });
  await work.audit({
    action: `${audit}_approved`,
    object: { type: 'user', id: userId },
    detail: { [idName]: request.id, asked_by: request.requested_by },
  });
  return due_at;
}
