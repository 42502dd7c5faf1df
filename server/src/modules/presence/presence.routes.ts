import * as contract from '@cusp/contract/presence';
import type { FastifyInstance } from 'fastify';
import { serve } from '../../platform/http/serve.ts';
import type { Services } from '../../platform/services.ts';
import { heartbeat, leaveCase } from './heartbeat.ts';

export function registerPresenceRoutes(app: FastifyInstance, services: Services): void {
  serve(app, contract.heartbeat, ({ actor, params, body }) =>
    heartbeat(services, actor, { caseId: params.id, ...body }),
  );
  serve(app, contract.leaveCase, ({ actor, params, query }) =>
    leaveCase(services, actor, { caseId: params.id, ...query }),
  );
}
