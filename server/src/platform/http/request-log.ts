import type { FastifyInstance, FastifyRequest } from 'fastify';
import plugin from 'fastify-plugin';
import { keyedHash } from '../secrets/secret-box.ts';

const PROBES = new Set(['/healthz', '/readyz']);

interface RequestLogOptions {
  /** How lines name the person and the address: in plain text, by pseudonyms, or not. */
  people: 'plain' | 'pseudonym' | 'none';
  /** Key of the pseudonyms. */
  secret: Uint8Array;
}

/**
 * Logs one line per request: its route pattern instead of the actual path, which can hold a name or a token; its
 * status, its duration, the person and the address.
 */
export const requestLog = plugin(async (app: FastifyInstance, { people, secret }: RequestLogOptions) => {
  const named = (kind: string, value: string | number) =>
    people === 'plain'
      ? value
      : keyedHash(secret, 'request log', `${kind} ${value}`).toString('base64url').slice(0, 16);
  const senderOf = ({ knownAs, ip }: FastifyRequest) => {
    if (people === 'none') return {};
    const staffId = knownAs?.support?.staffId;
    return {
      ...(knownAs ? { user: named('user', knownAs.userId) } : {}),
      ...(staffId === undefined ? {} : { staff: named('user', staffId) }),
      ip: named('ip', ip),
    };
  };
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'unknown';
    if (PROBES.has(route)) return;
    const line = {
      method: request.method,
      route,
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
      ...senderOf(request),
    };
    request.log.info(line, 'request');
  });
});
