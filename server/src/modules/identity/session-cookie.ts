import type { FastifyReply, FastifyRequest } from 'fastify';
import { SESSION_HOURS } from './sessions.ts';

/** Over TLS the name pins the cookie to this very host; plain HTTP (a local trial) cannot use that prefix. */
const nameFor = (request: FastifyRequest) => (request.protocol === 'https' ? '__Host-cusp' : 'cusp');

export function sessionCookieOf(request: FastifyRequest): string | null {
  return request.cookies[nameFor(request)] ?? null;
}

export function setSessionCookie(request: FastifyRequest, reply: FastifyReply, refresh: string): void {
  reply.setCookie(nameFor(request), refresh, {
    path: '/',
    httpOnly: true,
    sameSite: 'strict',
    secure: request.protocol === 'https',
    maxAge: SESSION_HOURS * 3600,
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
