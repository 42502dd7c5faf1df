import type { FastifyReply, FastifyRequest } from 'fastify';
import { isSecure } from '../../platform/http/secure-request.ts';

const nameFor = (request: FastifyRequest) => (isSecure(request) ? '__Host-cusp-device' : 'cusp-device');
/** The maximum lifetime browsers allow. */
const SECONDS = 400 * 24 * 3600;

/** Recognises a browser that a person has signed in with before. It grants no access. */
export function deviceCookieOf(request: FastifyRequest): string | null {
  const mark = request.cookies[nameFor(request)];
  return mark && /^[\w-]{43}$/.test(mark) ? mark : null;
}

export function setDeviceCookie(request: FastifyRequest, reply: FastifyReply, mark: string): void {
  reply.setCookie(nameFor(request), mark, {
    path: '/',
    httpOnly: true,
    sameSite: 'strict',
    secure: isSecure(request),
    maxAge: SECONDS,
  });
}
