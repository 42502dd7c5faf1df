import type { Readable } from 'node:stream';
import * as contract from '@cusp/contract/uploads';
import { PART_TYPE } from '@cusp/contract/uploads.routes';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { found, Refusal } from '../../platform/http/refusal.ts';
import { serve } from '../../platform/http/serve.ts';
import type { Services } from '../../platform/services.ts';
import { ActiveUploads } from './active-uploads.ts';
import { beginUpload, listUploads, uploadUrl } from './begin-upload.ts';
import { placeOf } from './files.sql.ts';
import { dropUpload, receivePart, stateOfUpload } from './receive-part.ts';
import { announcedBy, requireTusVersion, setProgressHeaders, wholeNumber } from './tus-headers.ts';

export function registerUploadsRoutes(app: FastifyInstance, services: Services): void {
  const activeUploads = new ActiveUploads();
  app.addContentTypeParser(PART_TYPE, (_request, payload, done) => done(null, payload));

  serve(app, contract.listUploads, async ({ params, actor }) => ({
    uploads: await listUploads(services, actor, params.id),
  }));

  serve(app, contract.beginUpload, async ({ params, actor, request, reply }) => {
    found(await placeOf(services.db, actor.userId, params.id));
    requireTusVersion(request, reply);
    const begun = await beginUpload(services, actor, params.id, announcedBy(request.headers));
    setProgressHeaders(reply, begun);
    return reply.status(201).header('location', uploadUrl(begun.id)).send();
  });

  serve(app, contract.uploadState, async ({ params, actor, request, reply }) => {
    await stateOfUpload(services, actor, params.upload);
    requireTusVersion(request, reply);
    await activeUploads.end(params.upload);
    setProgressHeaders(reply, await stateOfUpload(services, actor, params.upload));
    return reply.send();
  });

  serve(app, contract.sendPart, async ({ params, actor, request, reply }) => {
    // Ownership is checked first, so that other people neither learn of the upload nor end its connection.
    await stateOfUpload(services, actor, params.upload);
    requireTusVersion(request, reply);
    const part = partIn(request);
    const progress = await activeUploads.hold(params.upload, part.bytes, () =>
      receivePart(services, actor, params.upload, part),
    );
    setProgressHeaders(reply, progress);
    return reply.status(204).send();
  });

  serve(app, contract.dropUpload, async ({ params, actor, request, reply }) => {
    await stateOfUpload(services, actor, params.upload);
    requireTusVersion(request, reply);
    await activeUploads.end(params.upload);
    await dropUpload(services, actor, params.upload);
    return reply.status(204).send();
  });
}

function partIn({ headers, body }: FastifyRequest) {
  const type = headers['content-type'];
  if (type !== PART_TYPE) throw new Refusal('unsupported_media_type');
  const length = headers['content-length'];
  return {
    offset: wholeNumber(headers, 'upload-offset'),
    length: length === undefined ? null : Number(length),
    bytes: body as Readable,
  };
}
