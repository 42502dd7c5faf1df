import Fastify, { type FastifyInstance, LogController } from 'fastify';
import { registerHealthRoutes } from './modules/health/health.routes.ts';
import { DRAIN, endConnections } from './platform/http/end-connections.ts';
import type { Services } from './platform/services.ts';

/** The HTTP application of a process that only works on jobs: its health and readiness endpoints. */
export async function buildHealthApp(services: Services): Promise<FastifyInstance> {
  const app = Fastify({
    loggerInstance: services.log,
    logController: new LogController({ disableRequestLogging: true }),
  });
  await app.register(endConnections, DRAIN);
  registerHealthRoutes(app, services);
  return app;
}
