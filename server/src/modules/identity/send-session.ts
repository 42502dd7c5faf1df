import type { AuthResult } from '@cusp/contract/sign-in';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Services } from '../../platform/services.ts';
import { authResultOf } from './auth-result.ts';
import { deviceCookieOf, setDeviceCookie } from './device-cookie.ts';
import type { Browser, BrowserSession } from './open-browser-session.ts';
import { sessionCookieOf, setSessionCookie } from './session-cookie.ts';
import type { OpenedSession } from './sessions.ts';

export const browserOf = (request: FastifyRequest): Browser => ({
  oldRefresh: { customer: sessionCookieOf(request), staff: sessionCookieOf(request, 'staff') },
  device: deviceCookieOf(request),
  host: request.host,
});

/** Sets the session's cookies and returns the body of the reply. */
export async function sendSession(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  session: OpenedSession | BrowserSession,
): Promise<AuthResult> {
  setSessionCookie(request, reply, session);
  if ('device' in session) setDeviceCookie(request, reply, session.device);
  return (await authResultOf(services, session.userId, session.access)).result;
}
