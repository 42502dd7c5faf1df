import { sql } from 'kysely';
import type { EmailChangeTable } from '../../platform/db/tables/identity.ts';
import type { Doer } from '../../platform/http/actor.ts';
import type { Work } from '../../platform/work.ts';
import { logAccount } from '../identity/account-log.ts';

type ChangeEnd = NonNullable<EmailChangeTable['end_reason']>;

const LOGGED = {
  done: 'email_change_done',
  refused: 'email_change_refused',
  stopped: 'email_change_stopped',
  expired: 'email_change_stopped',
  taken: 'email_change_stopped',
  impossible: 'email_change_stopped',
} as const;

/** Ends the open change of somebody's address, if there is one. The person's row must be locked. */
export async function endEmailChange(work: Work<Doer>, userId: number, end: ChangeEnd): Promise<void> {
  const change = await work.tx
    .updateTable('email_change')
    .set({ ended_at: sql`now()`, end_reason: end })
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .returning(['id', 'requested_by', 'approved_by'])
    .executeTakeFirst();
  if (!change) return;
  const staffId = end === 'stopped' ? (work.actor.userId ?? null) : null;
  await logAccount(work.tx, { userId, staffId, action: LOGGED[end] });
  await work.audit({
    action: end === 'done' ? 'email_changed' : 'email_change_ended',
    object: { type: 'user', id: userId },
    detail: { change: change.id, end, asked_by: change.requested_by, approved_by: change.approved_by },
  });
}
