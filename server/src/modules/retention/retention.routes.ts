import * as contract from '@cusp/contract/retention';
import type { FastifyInstance } from 'fastify';
import { serve } from '../../platform/http/serve.ts';
import type { Services } from '../../platform/services.ts';
import { setRetention, showRetention } from './retention-setting.ts';

export function registerRetentionRoutes(app: FastifyInstance, services: Services): void {
  serve(app, contract.showRetention, async ({ actor, query }) => {
    const found = await showRetention(services, actor, query.after);
    app.readLog.addList(
      actor,
      'cases_listed',
      found.cases.map(({ id }) => id),
    );
    return found;
  });
  serve(app, contract.setRetention, ({ actor, body }) => setRetention(services, actor, body));
}
