import { sql } from 'kysely';
import type { SignInKind } from '../../platform/db/tables/identity.ts';
import type { Doer } from '../../platform/http/actor.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Services } from '../../platform/services.ts';
import { inTransaction, type Work } from '../../platform/work.ts';
import { signAccessToken } from './access-token.ts';
import {
  alive,
  endSessions,
  entitled,
  hashToken,
  newToken,
  type OpenedSession,
  type Origin,
} from './sessions.ts';

/** Other requests of the same browser may still be sent with the old cookie while it receives the new one. */
const IN_FLIGHT_SECONDS = 10;

/**
 * Rotates a refresh token. Reuse of a rotated token means that another party has it too, so its session ends
 * immediately. The row lock lets one of two concurrent calls win; the other counts as reuse.
 */
export async function rotateSession(
  services: Services,
  refresh: string,
  origin: Origin,
  asked: SignInKind = 'customer',
): Promise<OpenedSession> {
  const outcome = await inTransaction(services, origin, async (work) => {
    const hash = hashToken(refresh);
    const session = await work.tx
      .selectFrom('session')
      .innerJoin('app_user', 'app_user.id', 'session.user_id')
      .select(['session.id', 'session.user_id', 'session.kind', 'session.expires_at'])
      .where('refresh_hash', '=', hash)
      .where('session.kind', 'in', asked === 'customer' ? ['customer', 'guest'] : [asked])
      .where(alive(services))
      .where(entitled)
      .forUpdate('session')
      .executeTakeFirst();
    if (session) {
      const next = newToken();
      await work.tx
        .updateTable('session')
        .set({ refresh_hash: hashToken(next), last_used_at: sql`now()` })
        .where('id', '=', session.id)
        .execute();
      await work.tx.insertInto('spent_refresh').values({ hash, session_id: session.id }).execute();
      const access = await signAccessToken(session.user_id, session.id, services.secret);
      const { id: sessionId, user_id: userId, kind, expires_at: endsAt } = session;
      return { sessionId, userId, kind, refresh: next, access, endsAt };
    }
    await endReusedSession(work, hash);
    return null;
  });
  if (!outcome) throw new Refusal('session_over');
  return outcome;
}

/** Ends the session of a refresh token that was rotated before, because another party has it too. */
async function endReusedSession(work: Work<Doer>, hash: Buffer, spentBeforeSeconds = 0): Promise<void> {
  const stolen = await work.tx
    .selectFrom('spent_refresh')
    .innerJoin('session', 'session.id', 'spent_refresh.session_id')
    .select(['session.id', 'session.user_id', 'session.ended_at'])
    .where('spent_refresh.hash', '=', hash)
    // `now()` would be too early: this transaction may have begun before the one that spent the token.
    .where('spent_at', '<=', sql<Date>`clock_timestamp() - make_interval(secs => ${spentBeforeSeconds})`)
    .executeTakeFirst();
  if (!stolen || stolen.ended_at) return;
  await endSessions(work, { sessionId: stolen.id }, 'refresh token used twice');
  await work.as({ userId: stolen.user_id, sessionId: stolen.id }).audit({ action: 'authn_token_reuse' });
}

/** The same for reading a cookie without a live session. */
export const noteReusedCookie = (services: Services, doer: Doer, refresh: string): Promise<void> =>
  inTransaction(services, doer, (work) => endReusedSession(work, hashToken(refresh), IN_FLIGHT_SECONDS));
