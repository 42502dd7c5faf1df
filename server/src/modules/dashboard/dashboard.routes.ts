import * as contract from '@cusp/contract/dashboard';
import type { FastifyInstance } from 'fastify';
import { serve } from '../../platform/http/serve.ts';
import type { Services } from '../../platform/services.ts';
import { labSoftware } from '../identity/lab-software.ts';
import { activities, restorationCounts, statusCounts } from './dashboard.ts';
import { needyCases, todayCounts, weekCounts } from './overview.ts';

export function registerDashboardRoutes(app: FastifyInstance, services: Services): void {
  serve(app, contract.statusCounts, ({ actor }) => statusCounts(services, actor));
  serve(app, contract.restorationCounts, ({ actor, query }) => restorationCounts(services, actor, query));
  serve(app, contract.activities, ({ actor, query }) => activities(services, actor, query));
  serve(app, contract.todayCounts, ({ actor, query }) => todayCounts(services, actor, query));
  serve(app, contract.needyCases, ({ actor, query }) => needyCases(services, actor, query));
  serve(app, contract.weekCounts, ({ actor, query }) => weekCounts(services, actor, query));
  serve(app, contract.labSoftware, async ({ actor, params, request: { host }, reply }) =>
    reply.redirect(await labSoftware(services, actor, { ...params, host }), 303),
  );
}
