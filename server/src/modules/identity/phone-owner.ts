import { createHmac } from 'node:crypto';
import { VISITOR_HEADER } from '@cusp/contract/endpoint';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Actor } from '../../platform/http/actor.ts';
import { isSecure } from '../../platform/http/secure-request.ts';
import type { Services } from '../../platform/services.ts';
import { newToken } from './sessions.ts';

/** The owner of a code and of its proof: a person, or the browser of a visitor signing up. */
export type PhoneOwner = { userId: number } | { visitor: string };

/** Over TLS, the `__Host-` prefix binds the cookie to this host. */
const nameFor = (request: FastifyRequest) => (isSecure(request) ? '__Host-cusp_visitor' : 'cusp_visitor');

/** The signed-in person, else the visitor by the header of a page of the other region or by their cookie. */
export function phoneOwnerOf(request: FastifyRequest, actor: Actor | null): PhoneOwner | null {
  if (actor) return { userId: actor.userId };
  const named = request.headers[VISITOR_HEADER];
  const visitor =
    typeof named === 'string' && /^[\w-]{43}$/.test(named) ? named : request.cookies[nameFor(request)];
  return visitor ? { visitor } : null;
}

/** Gives a visitor's browser a secret in a session cookie. */
export function newVisitor(request: FastifyRequest, reply: FastifyReply): PhoneOwner {
  const visitor = newToken();
  reply.setCookie(nameFor(request), visitor, {
    path: '/',
    httpOnly: true,
    sameSite: 'strict',
    secure: isSecure(request),
  });
  return { visitor };
}

/** A keyed digest, because codes and phone numbers are few enough to try them all. */
export const phoneDigest = ({ secret }: Services, ...parts: string[]): Buffer =>
  createHmac('sha256', secret)
    .update(['phone', ...parts].join('\n'))
    .digest();

export const ownerHash = (services: Services, owner: PhoneOwner): Buffer =>
  'userId' in owner
    ? phoneDigest(services, 'person', String(owner.userId))
    : phoneDigest(services, 'visitor', owner.visitor);
