import * as contract from '@cusp/contract/staff-parties';
import type { FastifyInstance } from 'fastify';
import { audit } from '../../platform/audit/audit.ts';
import { serve } from '../../platform/http/serve.ts';
import type { Services } from '../../platform/services.ts';
import { countedPage, inOrder, pageOfIds } from '../staff-lists/long-list.sql.ts';
import { setDesignation } from './designate-connection.ts';
import { caseList, staffCasesOf } from './staff-cases.sql.ts';
import { connectionList, staffConnectionsOf } from './staff-connections.sql.ts';
import { showStaffGroup } from './staff-group.ts';

/** Cases, connections and share groups of everybody, as staff see them. */
export function registerPartyAdminRoutes(app: FastifyInstance, services: Services): void {
  const { db } = services;
  serve(app, contract.listStaffCases, async ({ actor, query }) => {
    const { connId } = query;
    const [between] = connId === undefined ? [] : await staffConnectionsOf(db, [connId]);
    const connection = between ? { id: between.id, owner: between.owner, user: between.user } : null;
    // A connection that does not exist has no cases, and neither has a request to a person without an account.
    const pair =
      connId === undefined ? null : { owner_id: between?.owner.id ?? 0, user_id: between?.user.id ?? 0 };
    const page = await pageOfIds(db, caseList(db, pair), query);
    const cases = inOrder(page.ids, await staffCasesOf(db, page.ids));
    if (connection)
      await audit(db, actor, {
        action: 'sensitive_read',
        object: { type: 'connection', id: connection.id },
        detail: { hits: page.total },
      });
    return { cases, connection, page: countedPage(page, query.num_per_page) };
  });
  serve(app, contract.listStaffConnections, async ({ query }) => {
    const page = await pageOfIds(db, connectionList(db), query);
    const connections = inOrder(page.ids, await staffConnectionsOf(db, page.ids));
    return { connections, page: countedPage(page, query.num_per_page) };
  });
  serve(app, contract.designateConnection, ({ actor, params, body }) =>
    setDesignation(services, actor, {
      id: params.id,
      isDesignated: true,
      version: body.designation_version,
    }),
  );
  serve(app, contract.releaseConnection, ({ actor, params, body }) =>
    setDesignation(services, actor, {
      id: params.id,
      isDesignated: false,
      version: body.designation_version,
    }),
  );
  serve(app, contract.getStaffGroup, ({ actor, params }) => showStaffGroup(services, actor, params.id));
}
