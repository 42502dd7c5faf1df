import type { FastifyInstance } from 'fastify';
import plugin from 'fastify-plugin';

const PROBES = new Set(['/healthz', '/readyz']);

/**
 * Logs one line per request: its route pattern, never the actual path, which can hold a name or a token; its status and
 * its duration.
 */
export const requestLog = plugin(async (app: FastifyInstance) => {
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'unknown';
    if (PROBES.has(route)) return;
    const line = {
      method: request.method,
      route,
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
    };
    request.log.info(line, 'request');
  });
});
