import * as contract from '@cusp/contract/light-copies';
import type { FastifyInstance } from 'fastify';
import { sendBytes } from '../../platform/http/send-bytes.ts';
import { serve } from '../../platform/http/serve.ts';
import type { Services } from '../../platform/services.ts';
import { takeLightCopy } from './take-light-copy.ts';

export function registerLightCopiesRoutes(app: FastifyInstance, services: Services): void {
  serve(app, contract.lightCopy, async ({ params, actor, request, reply }) => {
    const copy = await takeLightCopy(services, actor, params.id);
    if (!copy) return reply.status(204).send();
    return sendBytes(request, reply, {
      filename: copy.filename,
      type: 'model/gltf-binary',
      encoding: 'gzip',
      inline: false,
      size: copy.size,
      sha256: copy.sha256,
      read: (range) => services.storage.read(copy.storageKey, range),
    });
  });
}
