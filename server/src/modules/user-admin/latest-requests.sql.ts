import type { EmailChange } from '@cusp/contract/email-change';
import type { StepReset } from '@cusp/contract/step-reset';
import type { DbOrTx } from '../../platform/db/database.ts';
import { latestRequest } from '../staff-requests/staff-requests.ts';

/** The latest reset of somebody's second steps; null if there was none lately. */
export async function latestReset(db: DbOrTx, userId: number, readerId: number): Promise<StepReset | null> {
  const latest = await latestRequest(db, 'step_reset', userId, readerId);
  if (!latest) return null;
  const { end_reason } = await db
    .selectFrom('step_reset')
    .select('end_reason')
    .where('id', '=', latest.id)
    .executeTakeFirstOrThrow();
  return { ...latest, state: end_reason ?? (latest.approved_by === null ? 'requested' : 'waiting') };
}

/** The latest change of somebody's address by staff; null if there was none lately. */
export async function latestEmailChange(
  db: DbOrTx,
  userId: number,
  readerId: number,
): Promise<EmailChange | null> {
  const latest = await latestRequest(db, 'email_change', userId, readerId);
  if (!latest) return null;
  const change = await db
    .selectFrom('email_change')
    .select(['email', 'old_agreed_at', 'new_agreed_at', 'end_reason'])
    .where('id', '=', latest.id)
    .executeTakeFirstOrThrow();
  return {
    ...latest,
    state: change.end_reason ?? (latest.approved_by === null ? 'requested' : 'approved'),
    email: change.email,
    old_agreed: change.old_agreed_at !== null,
    new_agreed: change.new_agreed_at !== null,
  };
}
