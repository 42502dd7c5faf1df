import type { FastifyReply, FastifyRequest } from 'fastify';
import { isSecure } from '../../platform/http/secure-request.ts';
import { FLOW_MINUTES } from './flow.sql.ts';

const nameFor = (request: FastifyRequest) => (isSecure(request) ? '__Host-cusp_social' : 'cusp_social');

/** The cookie that ties a sign-in to its browser; null outside of a sign-in. */
export function flowCookieOf(request: FastifyRequest): string | null {
  return request.cookies[nameFor(request)] ?? null;
}

/** Lax, not strict, because the browser comes back from the provider's site. */
export function setFlowCookie(request: FastifyRequest, reply: FastifyReply, token: string): void {
  reply.setCookie(nameFor(request), token, {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: isSecure(request),
    maxAge: FLOW_MINUTES * 60,
  });
}
