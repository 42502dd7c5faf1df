import type { AuthResult } from '@cusp/contract/identity';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { encodeId } from '../../platform/http/idb64.ts';
import { serverLocOf } from '../../platform/region/region.ts';
import type { Services } from '../../platform/services.ts';
import { deviceCookieOf, setDeviceCookie } from './device-cookie.ts';
import type { Browser, LetIn } from './let-in.ts';
import { sessionCookieOf, setSessionCookie } from './session-cookie.ts';
import type { OpenedSession } from './sessions.ts';
import { loadUser } from './user.sql.ts';

export const browserOf = (request: FastifyRequest): Browser => ({
  oldRefresh: sessionCookieOf(request),
  device: deviceCookieOf(request),
});

/** The person of a session, and what their browser is told when it begins or goes on. */
export async function authResultOf(services: Services, userId: number, access: string) {
  const user = await loadUser(services.db, userId);
  const here = serverLocOf(services.config.region);
  const result: AuthResult = {
    access,
    uid: encodeId(userId),
    user_loc: serverLocOf(user.region),
    server_loc: here,
  };
  return { user, result };
}

/** Gives a browser its session: the tokens in cookies, the rest in the reply. */
export async function beginSession(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  session: OpenedSession | LetIn,
): Promise<AuthResult> {
  setSessionCookie(request, reply, session);
  if ('device' in session) setDeviceCookie(request, reply, session.device);
  return (await authResultOf(services, session.userId, session.access)).result;
}
