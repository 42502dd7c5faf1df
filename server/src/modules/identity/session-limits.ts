import type { SessionLimits } from '@cusp/contract/sign-in';
import { fullName } from '@cusp/text/names';
import type { DbOrTx } from '../../platform/db/database.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Services } from '../../platform/services.ts';
import { openAgreements } from './agreements.sql.ts';
import { secondStepDue } from './second-steps.sql.ts';
import { idleMinutesOf, livingSession } from './sessions.ts';

/** The limits of a live session, as sent to its browser. */
export async function limitsOf(services: Services, sessionId: string): Promise<SessionLimits> {
  const session = await livingSession(services, sessionId);
  if (!session) throw new Refusal('not_signed_in');
  const { due } = await services.db
    .selectFrom('session')
    .innerJoin('app_user', 'app_user.id', 'session.user_id')
    .select(secondStepDue(services.config).as('due'))
    .where('session.id', '=', sessionId)
    .executeTakeFirstOrThrow();
  const agreements = session.kind === 'customer' ? await missingOf(services.db, session.user_id) : null;
  return {
    idle_minutes: idleMinutesOf(services, session.kind),
    ends_at: session.expires_at.toISOString(),
    unsecured: session.unsecured,
    ...(due && !session.unsecured ? { second_step_due: due.toISOString() } : {}),
    ...(agreements ? { agreements } : {}),
  };
}

/** When the first missing agreement is due, and who can accept it; null if nothing is missing. */
async function missingOf(db: DbOrTx, userId: number): Promise<SessionLimits['agreements'] | null> {
  const missing = await openAgreements(db, userId);
  const [first] = missing;
  if (!first) return null;
  // While some are overdue, those that can still be accepted in time do not matter.
  const pressing = first.is_overdue ? missing.filter(({ is_overdue }) => is_overdue) : missing;
  const ofOthers = pressing.every(({ party_id }) => party_id !== userId);
  return {
    due: first.due.toISOString(),
    is_overdue: first.is_overdue,
    party: ofOthers ? fullName(first.first_name, first.last_name) : null,
  };
}
