import { type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from 'fastify';
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

/** Replaces Fastify's own lines, except for replies that end early: their status has already been sent. */
export class StreamErrorsOnly extends LogController {
  constructor() {
    super({ disableRequestLogging: true });
  }

  override streamError(error: Error, request: FastifyRequest, reply: FastifyReply): void {
    // The receiver may stop a download at any time.
    if (!reply.raw.destroyed) request.log.error({ err: error }, 'could not send the whole reply');
  }
}
