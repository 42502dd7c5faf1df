import * as contract from '@cusp/contract/history';
import type { FastifyInstance } from 'fastify';
import { serve } from '../../platform/http/serve.ts';
import type { Services } from '../../platform/services.ts';
import { caseHistory } from './case-history.ts';

export function registerHistoryRoutes(app: FastifyInstance, services: Services): void {
  serve(app, contract.caseHistory, async ({ actor, params, query }) => {
    const history = await caseHistory(services, actor, params.id, query.before);
    app.readLog.addPart(actor, params.id);
    return history;
  });
}
