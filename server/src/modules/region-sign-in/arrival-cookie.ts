import type { FastifyReply, FastifyRequest } from 'fastify';
import { isSecure } from '../../platform/http/secure-request.ts';

interface Arrival {
  code: string;
  verifier: string;
}

const nameFor = (request: FastifyRequest) => (isSecure(request) ? '__Host-cusp_arrival' : 'cusp_arrival');
/** As long as a code lives. */
const SECONDS = 60;

/** Keeps what the other region's page posted until this site's own page asks for the session. */
export function setArrivalCookie(request: FastifyRequest, reply: FastifyReply, arrival: Arrival): void {
  reply.setCookie(nameFor(request), `${arrival.code}.${arrival.verifier}`, {
    path: '/',
    httpOnly: true,
    sameSite: 'strict',
    secure: isSecure(request),
    maxAge: SECONDS,
  });
}

/** Takes the cookie away, because a code works once; null without one. */
export function takeArrivalCookie(request: FastifyRequest, reply: FastifyReply): Arrival | null {
  const value = request.cookies[nameFor(request)];
  if (value === undefined) return null;
  reply.clearCookie(nameFor(request), { path: '/', secure: isSecure(request) });
  const [, code, verifier] = /^([\w-]{43})\.([\w.~-]{43,128})$/.exec(value) ?? [];
  return code && verifier ? { code, verifier } : null;
}
