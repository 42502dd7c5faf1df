import { sql } from 'kysely';
import { NOBODY } from '../../platform/http/actor.ts';
import type { Services } from '../../platform/services.ts';
import { inTransaction } from '../../platform/work.ts';
import { completeEmailChange, lockOwner, openChange } from './complete-email-change.ts';
import { endEmailChange } from './end-email-change.ts';

/** Carries out changes whose wait for a lost mailbox is over, and ends those that nobody agreed to in time. */
export async function tidyEmailChanges(services: Services): Promise<void> {
  const timely = await services.db
    .selectFrom('email_change')
    .select('user_id')
    .where('ended_at', 'is', null)
    .where(sql<boolean>`expires_at <= now() or (due_at <= now() and new_agreed_at is not null)`)
    .execute();
  for (const { user_id } of timely)
    try {
      await endIfTaken(services, user_id, () => settle(services, user_id));
    } catch (error) {
      services.log.error({ err: error, userId: user_id }, 'a change of an address failed');
    }
}

const settle = (services: Services, userId: number): Promise<void> =>
  inTransaction(services, NOBODY, async (work) => {
    await lockOwner(work.tx, userId);
    const change = await openChange(work.tx, userId);
    const now = new Date();
    if (change?.due_at && change.due_at <= now && change.new_agreed_at)
      await completeEmailChange(work, change);
    else if (change && change.expires_at <= now) await endEmailChange(work, userId, 'expired');
  });

const UNIQUE_VIOLATION = '23505';

/** Ends the change as `taken` if another account took the address while it was carried out. */
export async function endIfTaken<T>(
  services: Services,
  userId: number,
  act: () => Promise<T>,
): Promise<T | 'taken'> {
  try {
    return await act();
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === UNIQUE_VIOLATION)) throw error;
    await inTransaction(services, NOBODY, async (work) => {
      await lockOwner(work.tx, userId);
      await endEmailChange(work, userId, 'taken');
    });
    return 'taken';
  }
}
