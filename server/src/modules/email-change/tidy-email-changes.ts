import { sql } from 'kysely';
import { NOBODY } from '../../platform/http/actor.ts';
import type { Services } from '../../platform/services.ts';
import { inTransaction } from '../../platform/work.ts';
import { completeEmailChange, isAgreed, lockOwner, openChange } from './complete-email-change.ts';
import { endEmailChange } from './end-email-change.ts';

/**
 * Carries out changes whose agreements are complete, because the wait for a lost mailbox is over or the other region
 * could not be reached before, and ends those that were not agreed to in time.
 */
export async function tidyEmailChanges(services: Services): Promise<void> {
  const timely = await services.db
    .selectFrom('email_change')
    .innerJoin('app_user', 'app_user.id', 'user_id')
    .select('user_id')
    .where('ended_at', 'is', null)
    // Changes of people who moved are continued in the other region.
    .where('presence', '=', 'home')
    .where(
      sql<boolean>`expires_at <= now()
        or new_agreed_at is not null and (due_at <= now() or old_agreed_at is not null)`,
    )
    .execute();
  for (const { user_id } of timely)
    try {
      if ((await completeEmailChange(services, NOBODY, user_id)) === null) await expire(services, user_id);
    } catch (error) {
      services.log.error({ err: error, userId: user_id }, 'a change of an address failed');
    }
}

const expire = (services: Services, userId: number): Promise<void> =>
  inTransaction(services, NOBODY, async (work) => {
    await lockOwner(work.tx, userId);
    const change = await openChange(work.tx, userId);
    if (change && change.expires_at <= new Date() && !isAgreed(change))
      await endEmailChange(work, userId, 'expired');
  });
