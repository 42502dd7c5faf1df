import * as contract from '@cusp/contract/offline';
import type { FastifyInstance } from 'fastify';
import { serve } from '../../platform/http/serve.ts';
import { languageOf } from '../../platform/http/visitor.ts';
import type { Services } from '../../platform/services.ts';
import { keepCase, keepRows } from './kept-cases.ts';
import { releaseKeys } from './release-keys.ts';

export function registerOfflineRoutes(app: FastifyInstance, services: Services): void {
  const log = app.readLog;

  serve(app, contract.releaseOfflineKeys, ({ actor }) => releaseKeys(services, actor));
  serve(app, contract.listOfflineCases, ({ actor, request }) =>
    keepRows(services, log, actor, languageOf(request)),
  );
  serve(app, contract.getOfflineCase, ({ actor, params }) => keepCase(services, log, actor, params.id));
}
