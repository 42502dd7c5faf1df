import type { FastifyReply, FastifyRequest } from 'fastify';
import { FLOW_MINUTES } from './flow.sql.ts';

const nameFor = (request: FastifyRequest) =>
  request.protocol === 'https' ? '__Host-cusp_social' : 'cusp_social';

/** By which a sign-in knows its browser again; null outside of one. */
export function flowCookieOf(request: FastifyRequest): string | null {
  return request.cookies[nameFor(request)] ?? null;
}

/** Lax, not strict: the provider's page is another site's, and the browser comes back from there. */
export function setFlowCookie(request: FastifyRequest, reply: FastifyReply, token: string): void {
  reply.setCookie(nameFor(request), token, {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: request.protocol === 'https',
    maxAge: FLOW_MINUTES * 60,
  });
}
