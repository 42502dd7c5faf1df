import { createServer, type Server } from 'node:http';
import type { FastifyBaseLogger } from 'fastify';
import type { Metrics } from './metrics.ts';

/** Serves `/metrics` at a separate address, which the proxy does not expose. */
export async function serveMetrics(
  { registry }: Metrics,
  { host, port }: { host: string; port: number },
  log: FastifyBaseLogger,
): Promise<Server> {
  const server = createServer(async (request, reply) => {
    if (request.url !== '/metrics' || request.method !== 'GET') return void reply.writeHead(404).end();
    try {
      const text = await registry.metrics();
      reply.writeHead(200, { 'content-type': registry.contentType }).end(text);
    } catch (error) {
      log.warn({ err: error }, 'metrics could not be collected');
      reply.writeHead(503).end();
    }
  });
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, host, resolve));
  return server;
}
