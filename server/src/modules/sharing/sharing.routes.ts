import * as contract from '@cusp/contract/sharing';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { opensPage } from '../../platform/http/opens-page.ts';
import { sendBytes } from '../../platform/http/send-bytes.ts';
import { serve } from '../../platform/http/serve.ts';
import { visitorOf } from '../../platform/http/visitor.ts';
import type { Services } from '../../platform/services.ts';
import { endWithAccess } from '../files/open-downloads.ts';
import { sendZip } from '../files/send-zip.ts';
import { checkNamedLocation } from '../invitations/server-location.ts';
import { createShare } from './create-share.ts';
import { listShares } from './list-shares.ts';
import { openShare } from './open-share.ts';
import { registerRevokeCall, revokeShare } from './revoke-share.ts';
import { sharedFileUrls, stillGives, takeSharedFile, takeSharedLightCopy } from './shared-files.ts';
import { ALL_FILES, sharedZipUrl, takeSharedZip } from './shared-zip.ts';

export function registerSharingRoutes(app: FastifyInstance, services: Services): void {
  registerRevokeCall(app, services);
  serve(app, contract.listShares, async ({ actor, params }) => {
    const list = await listShares(services, actor, params.id);
    // Names of files often have the patient's.
    app.readLog.addPart(actor, params.id);
    return list;
  });
  serve(app, contract.createShare, ({ actor, params, body }) =>
    createShare(services, actor, params.id, body),
  );
  serve(app, contract.revokeShare, ({ actor, params }) => revokeShare(services, actor, params.id));

  serve(app, contract.sharedCase, ({ query, request, reply }) => {
    keepPrivate(reply);
    checkNamedLocation(services, query.srv_loc);
    return openShare(services, visitorOf(request), query.data);
  });
  serve(app, contract.sharedFileUrls, ({ query, reply }) => {
    keepPrivate(reply);
    return sharedFileUrls(services, query);
  });
  serve(app, contract.sharedFile, async ({ params, query, request, reply }) => {
    keepPrivate(reply);
    const file = await takeSharedFile(services, visitorOf(request), {
      id: params.id,
      grant: query.grant,
      opensPage: opensPage(request),
    });
    endWithAccess(
      services,
      reply.raw,
      stillGives(services, { id: params.id, grant: query.grant }, [file.id]),
    );
    return sendBytes(request, reply, {
      filename: file.filename,
      type: file.type,
      inline: file.isShown,
      size: file.size,
      sha256: file.sha256,
      read: (range) => services.storage.read(file.storageKey, range),
    });
  });

  serve(app, contract.sharedLightCopy, async ({ params, query, request, reply }) => {
    keepPrivate(reply);
    const copy = await takeSharedLightCopy(services, visitorOf(request), {
      id: params.id,
      grant: query.grant,
      opensPage: opensPage(request),
    });
    if (!copy) return reply.status(204).send();
    return sendBytes(request, reply, {
      filename: copy.filename,
      type: 'model/gltf-binary',
      encoding: 'gzip',
      inline: true,
      size: copy.size,
      sha256: copy.sha256,
      read: (range) => services.storage.read(copy.storageKey, range),
    });
  });
  serve(app, contract.sharedZipUrl, ({ query, reply }) => {
    keepPrivate(reply);
    return sharedZipUrl(services, query.data);
  });
  serve(app, contract.sharedZip, async ({ query, request, reply }) => {
    keepPrivate(reply);
    // A HEAD request does not count as a use.
    if (request.method === 'HEAD') return reply.send();
    const bundle = await takeSharedZip(services, visitorOf(request), query.grant);
    const ids = bundle.files.map(({ id }) => id);
    endWithAccess(services, reply.raw, stillGives(services, { id: ALL_FILES, grant: query.grant }, ids));
    return sendZip(request, reply, services, bundle);
  });
}

/** Replies behind a link must not be cached or indexed, refusals included. */
function keepPrivate(reply: FastifyReply): void {
  reply.headers({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex, nofollow' });
}
