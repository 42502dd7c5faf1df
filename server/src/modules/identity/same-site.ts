import { ACTION_ID_HEADER } from '@cusp/contract/endpoint';
import type { FastifyRequest } from 'fastify';
import { Refusal } from '../../platform/http/refusal.ts';

/**
 * For the two changes authenticated by the cookie alone. Another site's page can make a browser send the cookie, but
 * not this header or JSON without CORS, which we never allow. SameSite=Strict is the second defence.
 */
export function requireOwnPage(request: FastifyRequest): void {
  const isJson = /^application\/json\b/i.test(request.headers['content-type'] ?? '');
  const isMarked = typeof request.headers[ACTION_ID_HEADER] === 'string';
  if (isForeign(request) || !(isJson || isMarked)) throw new Refusal('forbidden');
}

/** Whether the browser reports a cross-site request; older browsers report nothing. */
export function isForeign(request: FastifyRequest): boolean {
  const site = request.headers['sec-fetch-site'];
  return typeof site === 'string' && site !== 'same-origin';
}
