import * as contract from '@cusp/contract/connections';
import type { FastifyInstance } from 'fastify';
import { serve } from '../../platform/http/serve.ts';
import type { Services } from '../../platform/services.ts';
import { acceptConnection } from './accept-connection.ts';
import { editConnection, rejectConnection, removeConnection } from './change-connection.ts';
import { presentConnections } from './connections.present.ts';
import { listConnections } from './connections.sql.ts';
import { requestAgain } from './request-again.ts';
import { requestConnection, requestLabConnection } from './request-connection.ts';

export function registerConnectionsRoutes(app: FastifyInstance, services: Services): void {
  serve(app, contract.listConnections, async ({ actor, query }) =>
    presentConnections(services, actor, await listConnections(services.db, actor, query.search)),
  );
  serve(app, contract.requestLabConnection, async ({ actor, params }) =>
    requestLabConnection(services, actor, params.labId),
  );
  serve(app, contract.requestConnection, async ({ actor, params, body }) =>
    params.id === 0
      ? requestConnection(services, actor, body)
      : requestAgain(services, actor, { id: params.id, ...body }),
  );
  serve(app, contract.acceptConnection, async ({ actor, params, query }) =>
    acceptConnection(services, actor, { ...params, srvLoc: query.srv_loc }),
  );
  serve(app, contract.rejectConnection, async ({ actor, params }) =>
    rejectConnection(services, actor, params.id),
  );
  serve(app, contract.editConnection, async ({ actor, params, body }) =>
    editConnection(services, actor, { id: params.id, alias: body.alias }),
  );
  serve(app, contract.removeConnection, async ({ actor, params }) =>
    removeConnection(services, actor, params.id),
  );
}
