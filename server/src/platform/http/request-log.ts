import type { FastifyInstance } from 'fastify';
import plugin from 'fastify-plugin';

const PROBES = new Set(['/healthz', '/readyz']);

/**
 * One line a request: what was asked, by its pattern and never by its address, which can hold a name or a
 * token; how it ended, and how long it took.
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
