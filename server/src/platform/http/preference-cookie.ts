import type { FastifyReply, FastifyRequest } from 'fastify';

/** Choices of a browser that the page writes too, before and after anybody is signed in. */
type Preference = 'cusp_language' | 'cusp_scheme';

/** Over TLS the name pins the cookie to this very host; plain HTTP (a local trial) cannot use that prefix. */
const pinned = (name: Preference) => `__Host-${name}`;
/** Browsers keep no cookie longer than 400 days. */
const SECONDS = 400 * 24 * 3600;

/** A choice of this browser; under the plain name it is from before a page was opened over TLS. */
export const preferenceOf = ({ cookies }: FastifyRequest, name: Preference): string | undefined =>
  cookies?.[pinned(name)] ?? cookies?.[name];

export function keepPreference(
  request: FastifyRequest,
  reply: FastifyReply,
  name: Preference,
  value: string,
): void {
  const secure = request.protocol === 'https';
  if (secure) reply.clearCookie(name, { path: '/' });
  reply.setCookie(secure ? pinned(name) : name, value, {
    path: '/',
    sameSite: 'lax',
    secure,
    maxAge: SECONDS,
  });
}
