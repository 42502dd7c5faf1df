import type { FastifyReply, FastifyRequest } from 'fastify';
import { isSecure } from './secure-request.ts';

/** Preferences of a browser, signed in or not; the page writes them too. */
type Preference = 'cusp_language' | 'cusp_scheme';

/** The prefix binds the cookie to this host; it requires TLS, so plain HTTP (a local trial) uses the plain name. */
const pinned = (name: Preference) => `__Host-${name}`;
/** Browsers keep no cookie longer than 400 days. */
const SECONDS = 400 * 24 * 3600;

/** A preference of this browser. The cookie with the plain name was set before a page was opened over TLS. */
export const preferenceOf = ({ cookies }: FastifyRequest, name: Preference): string | undefined =>
  cookies?.[pinned(name)] ?? cookies?.[name];

export function keepPreference(
  request: FastifyRequest,
  reply: FastifyReply,
  name: Preference,
  value: string,
): void {
  const secure = isSecure(request);
  if (secure) reply.clearCookie(name, { path: '/' });
  reply.setCookie(secure ? pinned(name) : name, value, {
    path: '/',
    sameSite: 'lax',
    secure,
    maxAge: SECONDS,
  });
}
