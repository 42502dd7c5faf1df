import type { FastifyReply, FastifyRequest } from 'fastify';

/** Over TLS the name pins the cookie to this very host; plain HTTP (a local trial) cannot use that prefix. */
const nameFor = (request: FastifyRequest) => (request.protocol === 'https' ? '__Host-cusp' : 'cusp');

export function sessionCookieOf(request: FastifyRequest): string | null {
  return request.cookies[nameFor(request)] ?? null;
}

export function setSessionCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  session: { refresh: string; endsAt: Date },
): void {
  reply.setCookie(nameFor(request), session.refresh, {
    path: '/',
    httpOnly: true,
    sameSite: 'strict',
    secure: request.protocol === 'https',
    expires: session.endsAt,
  });
}

export function clearSessionCookie(request: FastifyRequest, reply: FastifyReply): void {
  reply.clearCookie(nameFor(request), {
    path: '/',
    httpOnly: true,
    sameSite: 'strict',
    secure: request.protocol === 'https',
  });
}
