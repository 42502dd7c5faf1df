import { CALLED_FROM_ADM } from '@cusp/contract/staff.routes';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { SessionKind } from '../../platform/db/tables/identity.ts';

const NAMES: Record<SessionKind, string> = { customer: 'cusp', staff: 'cusp-staff' };

/** Over TLS the name pins the cookie to this very host; plain HTTP (a local trial) cannot use that prefix. */
const nameFor = (request: FastifyRequest, kind: SessionKind) =>
  (request.protocol === 'https' ? '__Host-' : '') + NAMES[kind];

/** The kind of session that a sign-in, a check, a refresh or a sign-out is about, by what it says of its caller. */
export const kindOf = (callfrom: string | undefined): SessionKind =>
  callfrom === CALLED_FROM_ADM ? 'staff' : 'customer';

export function sessionCookieOf(request: FastifyRequest, kind: SessionKind = 'customer'): string | null {
  return request.cookies[nameFor(request, kind)] ?? null;
}

export function setSessionCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  session: { refresh: string; endsAt: Date; kind: SessionKind },
): void {
  reply.setCookie(nameFor(request, session.kind), session.refresh, {
    path: '/',
    httpOnly: true,
    sameSite: 'strict',
    secure: request.protocol === 'https',
    expires: session.endsAt,
  });
}

export function clearSessionCookie(request: FastifyRequest, reply: FastifyReply, kind: SessionKind): void {
  reply.clearCookie(nameFor(request, kind), {
    path: '/',
    httpOnly: true,
    sameSite: 'strict',
    secure: request.protocol === 'https',
  });
}
