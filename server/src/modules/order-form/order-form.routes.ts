import { Readable } from 'node:stream';
import { orderForm } from '@cusp/contract/order-form';
import type { FastifyInstance } from 'fastify';
import { skinOfHost } from '../../platform/brand/brands.ts';
import { addressOfBrand, siteOf } from '../../platform/brand/site.ts';
import { sendBytes } from '../../platform/http/send-bytes.ts';
import { serve } from '../../platform/http/serve.ts';
import type { Services } from '../../platform/services.ts';
import { makeOrderForm } from './make-order-form.ts';

export function registerOrderFormRoutes(app: FastifyInstance, services: Services): void {
  serve(app, orderForm, async ({ params, query, actor, request, reply }) => {
    const skin = skinOfHost(request.host);
    const { config } = services;
    const gone = new AbortController();
    reply.raw.once('close', () => gone.abort());
    const { filename, bytes } = await makeOrderForm(services, actor, {
      caseId: params.id,
      language: query.language,
      timeZone: query.tz ?? 'UTC',
      skin,
      origin: siteOf(config, request.host)?.origin ?? addressOfBrand(config, skin.key),
      signal: gone.signal,
    });
    return sendBytes(request, reply, {
      filename,
      type: 'application/pdf',
      inline: query.inline === '1',
      size: bytes.length,
      sha256: null,
      read: async () => Readable.from([bytes]),
    });
  });
}
