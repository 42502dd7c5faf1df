import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { Actor } from '../../platform/http/actor.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { actionIdOf } from '../../platform/http/serve.ts';
import type { Services } from '../../platform/services.ts';
import { type AccessClaims, readAccessToken } from './access-token.ts';
import { sessionCookieOf } from './session-cookie.ts';
import { livingSession, sessionOfCookie } from './sessions.ts';

/** How long this process believes that a session lives before it asks again; ends are told at once. */
const BELIEVED_MS = 10_000;
/** A session's last use is written down at most this often. */
const TOUCH_EVERY_MS = 30_000;
const MOST_BELIEVED = 50_000;

interface Known extends AccessClaims {
  unsecured: boolean;
}

interface Believed extends Known {
  until: number;
}

/** Makes the function that finds who is behind a request. */
export function createAuthenticate(services: Services) {
  const believed = new Map<string, Believed>();
  const touched = new Map<string, number>();
  let ends = 0;
  services.hub.onSessionEnded((sessionId) => {
    ends += 1;
    for (const [token, claims] of believed) if (claims.sessionId === sessionId) believed.delete(token);
    touched.delete(sessionId);
  });

  async function claimsOf(token: string): Promise<Known> {
    const known = believed.get(token);
    if (known && known.until > Date.now()) return known;
    believed.delete(token);
    const endsBefore = ends;
    const claims = await readAccessToken(token, services.secret);
    const session = claims && (await livingSession(services, claims.sessionId));
    if (!session) throw new Refusal('not_signed_in');
    const found = { ...claims, unsecured: session.unsecured };
    // A session that ended while we asked is not believed in afterwards; one without its second step may
    // get it any moment.
    if (ends !== endsBefore || found.unsecured) return found;
    if (believed.size >= MOST_BELIEVED) believed.clear();
    believed.set(token, { ...found, until: Date.now() + BELIEVED_MS });
    return found;
  }

  function touch(sessionId: string): void {
    const now = Date.now();
    if ((touched.get(sessionId) ?? 0) > now - TOUCH_EVERY_MS) return;
    if (touched.size >= MOST_BELIEVED) touched.clear();
    touched.set(sessionId, now);
    services.db
      .updateTable('session')
      .set({ last_used_at: sql`now()` })
      .where('id', '=', sessionId)
      .where('ended_at', 'is', null)
      .execute()
      .catch((error: unknown) => services.log.warn({ err: error }, 'last use of a session not written'));
  }

  return async function authenticate(
    request: FastifyRequest,
    by: 'header' | 'cookie',
    evenUnsecured = false,
  ): Promise<Actor> {
    const about = { ip: request.ip, requestId: request.id, actionId: actionIdOf(request) };
    const header = request.headers.authorization;
    if (header) {
      const { userId, sessionId, unsecured } = await claimsOf(header.replace(/^Bearer /i, ''));
      if (unsecured && !evenUnsecured) throw new Refusal('second_step_needed');
      touch(sessionId);
      return { userId, sessionId, ...about };
    }
    const refresh = by === 'cookie' ? sessionCookieOf(request) : null;
    const session = refresh ? await sessionOfCookie(services, refresh) : undefined;
    if (!session) throw new Refusal('not_signed_in');
    if (session.unsecured && !evenUnsecured) throw new Refusal('second_step_needed');
    touch(session.id);
    return { userId: session.user_id, sessionId: session.id, ...about };
  };
}
