import type { FastifyReply, FastifyRequest } from 'fastify';
import { isSecure } from '../../platform/http/secure-request.ts';

/** Separate from the session's cookie, so that a signed-in device stays signed in. */
const nameFor = (request: FastifyRequest) => (isSecure(request) ? '__Host-cusp-handoff' : 'cusp-handoff');

const options = (request: FastifyRequest) =>
  ({
    path: '/',
    httpOnly: true,
    sameSite: 'strict',
    secure: isSecure(request),
  }) as const;

export const handoffCookieOf = (request: FastifyRequest): string | null =>
  request.cookies[nameFor(request)] ?? null;

export function setHandoffCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  device: { token: string; expiresAt: Date },
): void {
  reply.setCookie(nameFor(request), device.token, { ...options(request), expires: device.expiresAt });
}

export function clearHandoffCookie(request: FastifyRequest, reply: FastifyReply): void {
  reply.clearCookie(nameFor(request), options(request));
}
