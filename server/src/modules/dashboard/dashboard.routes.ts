import * as contract from '@cusp/contract/dashboard';
import type { FastifyInstance } from 'fastify';
import { serve } from '../../platform/http/serve.ts';
import { readApart } from '../../platform/read-apart.ts';
import type { Services } from '../../platform/services.ts';
import { labSoftware } from '../identity/lab-software.ts';
import { activities, restorationCounts, statusCounts } from './dashboard.ts';
import { needyCases, todayCounts, weekCounts } from './overview.ts';

export function registerDashboardRoutes(app: FastifyInstance, services: Services): void {
  const log = app.readLog;

  serve(app, contract.statusCounts, ({ actor }) => readApart(services, (from) => statusCounts(from, actor)));
  serve(app, contract.restorationCounts, ({ actor, query }) =>
    readApart(services, (from) => restorationCounts(from, actor, query)),
  );
  serve(app, contract.activities, async ({ actor, query }) => {
    const page = await readApart(services, (from) => activities(from, actor, query));
    const ids = page.cases_actions.flatMap(({ post_id }) => (post_id === null ? [] : [post_id]));
    log.addList(actor, 'cases_listed', [...new Set(ids)]);
    return page;
  });
  serve(app, contract.todayCounts, ({ actor, query }) =>
    readApart(services, (from) => todayCounts(from, actor, query)),
  );
  serve(app, contract.needyCases, async ({ actor, query }) => {
    const needs = await readApart(services, (from) => needyCases(from, actor, query));
    log.addList(
      actor,
      'cases_listed',
      needs.cases.map(({ id }) => id),
    );
    return needs;
  });
  serve(app, contract.weekCounts, ({ actor, query }) =>
    readApart(services, (from) => weekCounts(from, actor, query)),
  );
  serve(app, contract.labSoftware, async ({ actor, params, request: { host }, reply }) =>
    reply.redirect(await labSoftware(services, actor, { ...params, host }), 303),
  );
}
