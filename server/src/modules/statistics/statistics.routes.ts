import * as contract from '@cusp/contract/statistics';
import type { FastifyInstance } from 'fastify';
import { serve } from '../../platform/http/serve.ts';
import { readApart } from '../../platform/read-apart.ts';
import type { Services } from '../../platform/services.ts';
import { statistics } from './statistics.ts';

export function registerStatisticsRoutes(app: FastifyInstance, services: Services): void {
  serve(app, contract.statistics, ({ query }) =>
    readApart(services, (from) => statistics(from, query.period)),
  );
}
