import { ACTION_ID_HEADER } from '@cusp/contract/endpoint';
import type { FastifyRequest } from 'fastify';
import { Refusal } from '../../platform/http/refusal.ts';

/**
 * For the two changes that only the cookie vouches for. A page of another site can make a browser send
 * the cookie, but not this header and not JSON, unless we allowed it, which we never do. The cookie's
 * SameSite=Strict is the other half.
 */
export function requireOwnPage(request: FastifyRequest): void {
  const isJson = /^application\/json\b/i.test(request.headers['content-type'] ?? '');
  const isMarked = typeof request.headers[ACTION_ID_HEADER] === 'string';
  if (isForeign(request) || !(isJson || isMarked)) throw new Refusal('forbidden');
}

/** Whether the browser says that another site's page sent this; older browsers say nothing. */
export function isForeign(request: FastifyRequest): boolean {
  const site = request.headers['sec-fetch-site'];
  return typeof site === 'string' && site !== 'same-origin';
}
