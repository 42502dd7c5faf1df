import * as contract from '@cusp/contract/support';
import type { FastifyInstance } from 'fastify';
import { serve } from '../../platform/http/serve.ts';
import { visitorOf } from '../../platform/http/visitor.ts';
import type { Services } from '../../platform/services.ts';
import { requireOwnPage } from '../identity/same-site.ts';
import { sendSession } from '../identity/send-session.ts';
import { sessionCookieOf } from '../identity/session-cookie.ts';
import { approveSupport, endSupport, linkSupport, readRequests, refuseSupport } from './answer-support.ts';
import { askSupport, readOptions } from './ask-support.ts';
import { beginSupport } from './begin-support.ts';
import { consentToSupport, endOwnSupport, readOwnSupport, revokeSupport } from './own-support.ts';
import { presentEntry } from './support.present.ts';

export function registerSupportRoutes(app: FastifyInstance, services: Services): void {
  serve(app, contract.supportOptions, ({ actor, params }) => readOptions(services, actor, params.id));
  serve(app, contract.askSupport, ({ actor, params, body }) => askSupport(services, actor, params.id, body));
  serve(app, contract.listSupport, async ({ actor }) => {
    const { open, latest } = await readRequests(services);
    const present = (row: (typeof open)[number]) => presentEntry(row, actor.userId);
    return { open: open.map(present), latest: latest.map(present) };
  });
  serve(app, contract.approveSupport, async ({ actor, params, body }) => {
    await approveSupport(services, actor, params.id, body.proof);
    return {};
  });
  serve(app, contract.refuseSupport, async ({ actor, params }) => {
    await refuseSupport(services, actor, params.id);
    return {};
  });
  serve(app, contract.linkSupport, async ({ actor, params, body }) => ({
    link: await linkSupport(services, actor, params.id, body.proof),
  }));
  serve(app, contract.endSupport, async ({ actor, params }) => {
    await endSupport(services, actor, params.id);
    return {};
  });

  serve(app, contract.beginSupport, async ({ body, request, reply }) => {
    requireOwnPage(request);
    const staffRefresh = sessionCookieOf(request, 'staff');
    const session = await beginSupport(services, visitorOf(request), { ...body, staffRefresh });
    return { ...(await sendSession(services, request, reply, session)), support: session.supportId };
  });

  serve(app, contract.ownSupport, ({ actor }) => readOwnSupport(services, actor));
  serve(app, contract.consentToSupport, async ({ actor, body }) => {
    await consentToSupport(services, actor, body);
    return {};
  });
  serve(app, contract.revokeSupport, async ({ actor }) => {
    await revokeSupport(services, actor);
    return {};
  });
  serve(app, contract.endOwnSupport, async ({ actor, params }) => {
    await endOwnSupport(services, actor, params.id);
    return {};
  });
}
