import * as contract from '@cusp/contract/share-groups';
import type { FastifyInstance } from 'fastify';
import { serve } from '../../platform/http/serve.ts';
import type { Services } from '../../platform/services.ts';
import { inviteToGroup } from './invite-to-group.ts';
import { joinGroup } from './join-group.ts';
import { createGroup, dissolveGroup, renameGroup } from './own-group.ts';
import { rejectInvitation, removeFromGroup } from './part-from-group.ts';
import { showGroup } from './show-group.ts';

export function registerShareGroupsRoutes(app: FastifyInstance, services: Services): void {
  serve(app, contract.groupUsers, async ({ actor }) => showGroup(services, actor));
  serve(app, contract.createGroup, async ({ actor, body }) => createGroup(services, actor, body.name));
  serve(app, contract.editGroup, async ({ actor, params, body }) =>
    renameGroup(services, actor, { id: params.id, name: body.name }),
  );
  serve(app, contract.removeGroup, async ({ actor, params }) => dissolveGroup(services, actor, params.id));
  serve(app, contract.inviteToGroup, async ({ actor, params, body }) =>
    inviteToGroup(services, actor, { groupId: params.sg_id, id: params.id, email: body.email }),
  );
  serve(app, contract.acceptGroup, async ({ actor, params, query }) =>
    joinGroup(services, actor, { ...params, srvLoc: query.srv_loc }),
  );
  serve(app, contract.rejectGroup, async ({ actor, params }) => rejectInvitation(services, actor, params.id));
  serve(app, contract.removeGroupUser, async ({ actor, params }) =>
    removeFromGroup(services, actor, params.id),
  );
}
