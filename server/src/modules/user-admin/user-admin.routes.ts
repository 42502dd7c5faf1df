import * as emailChange from '@cusp/contract/email-change';
import * as contract from '@cusp/contract/staff-users';
import * as stepReset from '@cusp/contract/step-reset';
import * as locations from '@cusp/contract/user-locations';
import type { FastifyInstance } from 'fastify';
import { serve } from '../../platform/http/serve.ts';
import type { Services } from '../../platform/services.ts';
import { exportList } from '../list-exports/export-list.ts';
import { sendSheet } from '../sheets/template.ts';
import { countedPage, inOrder, pageOfIds } from '../staff-lists/long-list.sql.ts';
import { approveEmailChange, askEmailChange, stopEmailChange } from './change-email.ts';
import {
  blockUser,
  endUserSession,
  endUserSessions,
  resendUserActivation,
  setRentalManager,
  unblockUser,
} from './change-user.ts';
import { approveStepReset, askStepReset, refuseStepReset } from './reset-second-step.ts';
import { userList, usersOf } from './staff-users.sql.ts';
import { CONNECTIONS_PER_PAGE, connectionsOf } from './user-connections.sql.ts';
import { userDetail } from './user-detail.sql.ts';
import { peopleList, userPlaces } from './user-locations.sql.ts';
import { USERS_EXPORTS } from './users.export.ts';

/** The users as staff manage them. */
export function registerUserAdminRoutes(app: FastifyInstance, services: Services): void {
  const { db } = services;
  serve(app, contract.listStaffUsers, async ({ query }) => {
    const page = await pageOfIds(db, userList(db, query.role), query);
    return {
      users: inOrder(page.ids, await usersOf(db, page.ids)),
      page: countedPage(page, query.num_per_page),
    };
  });
  serve(app, locations.userLocations, async () => ({ places: await userPlaces(db) }));
  serve(app, locations.peopleOfCountry, async ({ query }) => {
    const page = await pageOfIds(db, peopleList(db, query), query);
    return {
      users: inOrder(page.ids, await usersOf(db, page.ids)),
      page: countedPage(page, query.num_per_page),
    };
  });
  serve(app, contract.exportStaffUsers, async ({ actor, query, request, reply }) =>
    sendSheet(
      request,
      reply,
      'Users.xlsx',
      await exportList(services, actor, USERS_EXPORTS[query.role], query),
    ),
  );
  serve(app, contract.getStaffUser, ({ actor, params }) =>
    // Addresses of networks are for those who may end sessions.
    userDetail(services, actor.userId, params.id, actor.staffFlags?.includes('staff') ?? false),
  );
  serve(app, contract.listUserConnections, async ({ params, query }) => {
    const { page, connections } = await connectionsOf(db, params.id, query.page);
    return { connections, page: countedPage(page, CONNECTIONS_PER_PAGE) };
  });
  serve(app, contract.endUserSession, async ({ actor, params }) => {
    await endUserSession(services, actor, params.id, params.sessionId);
    return {};
  });
  serve(app, contract.endUserSessions, async ({ actor, params }) => ({
    ended: await endUserSessions(services, actor, params.id),
  }));
  serve(app, contract.resendUserActivation, ({ actor, params }) =>
    resendUserActivation(services, actor, params.id),
  );
  serve(app, contract.blockUser, async ({ actor, params, body }) => {
    await blockUser(services, actor, params.id, body);
    return {};
  });
  serve(app, contract.unblockUser, async ({ actor, params, body }) => {
    await unblockUser(services, actor, params.id, body);
    return {};
  });
  serve(app, stepReset.askStepReset, async ({ actor, params, body }) => ({
    id: await askStepReset(services, actor, params.id, body.reason),
  }));
  serve(app, stepReset.approveStepReset, async ({ actor, params }) => {
    const dueAt = await approveStepReset(services, actor, params.id, params.reset);
    return { due_at: dueAt.toISOString() };
  });
  serve(app, stepReset.refuseStepReset, async ({ actor, params }) => {
    await refuseStepReset(services, actor, params.id, params.reset);
    return {};
  });
  serve(app, emailChange.askEmailChange, async ({ actor, params, body }) => ({
    id: await askEmailChange(services, actor, params.id, body),
  }));
  serve(app, emailChange.approveEmailChange, async ({ actor, params }) => {
    const dueAt = await approveEmailChange(services, actor, params.id, params.change);
    return { due_at: dueAt.toISOString() };
  });
  serve(app, emailChange.stopEmailChange, async ({ actor, params }) => {
    await stopEmailChange(services, actor, params.id, params.change);
    return {};
  });
  serve(app, contract.setRentalManager, async ({ actor, body }) => {
    await setRentalManager(services, actor, body.email, body.granted);
    return {};
  });
}
