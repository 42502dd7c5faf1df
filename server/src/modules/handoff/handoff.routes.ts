import * as contract from '@cusp/contract/handoff';
import type { FastifyInstance } from 'fastify';
import { siteOf } from '../../platform/brand/site.ts';
import { isRefusal, Refusal } from '../../platform/http/refusal.ts';
import { sendBytes } from '../../platform/http/send-bytes.ts';
import { serve } from '../../platform/http/serve.ts';
import { visitorOf } from '../../platform/http/visitor.ts';
import type { Services } from '../../platform/services.ts';
import { addComment } from '../comments/add-comment.ts';
import { announceFiles } from '../files/announce-files.ts';
import { withFile } from '../files/with-file.ts';
import { requireOwnPage } from '../identity/same-site.ts';
import { endHandoff, listHandoffs, makeCode, openHandoff } from './connect-device.ts';
import {
  addHandoffPhoto,
  type Device,
  deviceOfRequest,
  readHandoffCase,
  takeHandoffPhoto,
} from './device-at-work.ts';
import { clearHandoffCookie, handoffCookieOf, setHandoffCookie } from './handoff-cookie.ts';

/** Losing access to the case ends the connection too. */
async function onCase<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw isRefusal(error, 'not_found') ? new Refusal('handoff_over') : error;
  }
}

export function registerHandoffRoutes(app: FastifyInstance, services: Services): void {
  serve(app, contract.requestOtp, ({ actor, body, request }) =>
    makeCode(
      services,
      actor,
      body.postId,
      siteOf(services.config, request.host)?.origin ?? services.config.publicUrl,
    ),
  );
  serve(app, contract.listHandoffs, async ({ actor, params }) => ({
    handoffs: await listHandoffs(services, actor, params.id),
  }));
  serve(app, contract.endHandoff, async ({ actor, params }) => {
    await endHandoff(services, actor, params.handoff);
    return {};
  });

  serve(app, contract.openHandoff, async ({ body, request, reply }) => {
    requireOwnPage(request);
    const spent = { code: body.code, formerToken: handoffCookieOf(request) };
    setHandoffCookie(request, reply, await openHandoff(services, visitorOf(request), spent));
    return {};
  });
  serve(app, contract.handoffCase, async ({ query, request }) => {
    const device = await deviceOfRequest(services, request, query.connection);
    return onCase(() => readHandoffCase(services, device));
  });
  serve(app, contract.handoffPhoto, async ({ params, request, reply }) => {
    const device: Device = await deviceOfRequest(services, request);
    const file = await takeHandoffPhoto(services, device, params.id);
    return sendBytes(request, reply, {
      filename: file.filename,
      type: file.mediaType,
      inline: true,
      size: file.size,
      sha256: file.sha256,
      read: (range) => services.storage.read(file.storageKey, range),
    });
  });
  serve(app, contract.addHandoffPhoto, async ({ query, request, reply }) =>
    withFile(request, async (open) => {
      const device = await deviceOfRequest(services, request, query.connection);
      app.openRequests.holdUpload(device.actor.userId, reply.raw);
      return onCase(() => addHandoffPhoto(services, device, open));
    }),
  );
  serve(app, contract.handoffPhotosDone, async ({ query, request }) => {
    const device = await deviceOfRequest(services, request, query.connection);
    await onCase(() => announceFiles(services, device.actor, device.caseId));
    return {};
  });
  serve(app, contract.addHandoffComment, async ({ query, body, request }) => {
    const device = await deviceOfRequest(services, request, query.connection);
    return onCase(() => addComment(services, device.actor, { ...body, caseId: device.caseId }));
  });
  serve(app, contract.leaveHandoff, async ({ query, request, reply }) => {
    const device = await deviceOfRequest(services, request, query.connection, { withoutAgreement: true });
    await endHandoff(services, device.actor, device.id);
    clearHandoffCookie(request, reply);
    return {};
  });
}
