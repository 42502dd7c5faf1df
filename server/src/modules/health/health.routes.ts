import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { Services } from '../../platform/services.ts';

/** `/healthz`: the process responds. `/readyz`: its database and file storage respond too. */
export function registerHealthRoutes(app: FastifyInstance, services: Services): void {
  app.get('/healthz', { config: { isUncounted: true } }, async () => ({ status: 'ok' }));
  app.get('/readyz', { config: { isUncounted: true } }, async (request, reply) => {
    const checks = {
      database: await works(() => sql`select 1`.execute(services.db)),
      files: await works(() => services.storage.ready()),
    };
    const ready = Object.values(checks).every(Boolean);
    if (!ready) request.log.warn({ checks }, 'not ready');
    return reply.status(ready ? 200 : 503).send({ status: ready ? 'ready' : 'not ready', checks });
  });
}

async function works(check: () => Promise<unknown>): Promise<boolean> {
  try {
    await check();
    return true;
  } catch {
    return false;
  }
}
