import { CALLED_FROM_ADM, CALLED_FROM_SUPPORT } from '@cusp/contract/sign-in.routes';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { SessionKind, SignInKind } from '../../platform/db/tables/identity.ts';
import { isSecure } from '../../platform/http/secure-request.ts';

/** A visit replaces the browser's own session at this host, as another sign-in does. */
const NAMES: Record<SessionKind, string> = {
  customer: 'cusp',
  guest: 'cusp',
  staff: 'cusp-staff',
  support: 'cusp-support',
};

/** Over TLS, the `__Host-` prefix binds the cookie to this host; plain HTTP (a local trial) cannot use it. */
const nameFor = (request: FastifyRequest, kind: SessionKind) =>
  (isSecure(request) ? '__Host-' : '') + NAMES[kind];

/** The kind of session that a check, refresh or sign-out is for; `customer` includes guests. */
export const kindOf = (callfrom: string | undefined): SignInKind | 'support' =>
  callfrom === CALLED_FROM_SUPPORT ? 'support' : signInKindOf(callfrom);

/** The kind of session that a sign-in begins. */
export const signInKindOf = (callfrom: string | undefined): SignInKind =>
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
    secure: isSecure(request),
    expires: session.endsAt,
  });
}

export function clearSessionCookie(request: FastifyRequest, reply: FastifyReply, kind: SessionKind): void {
  reply.clearCookie(nameFor(request, kind), {
    path: '/',
    httpOnly: true,
    sameSite: 'strict',
    secure: isSecure(request),
  });
}
