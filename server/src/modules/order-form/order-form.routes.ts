import { Readable } from 'node:stream';
import { orderForm, orderForms } from '@cusp/contract/order-form';
import type { Language } from '@cusp/contract/wire';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { skinOfHost } from '../../platform/brand/brands.ts';
import { addressOfBrand, siteOf } from '../../platform/brand/site.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { sendBytes } from '../../platform/http/send-bytes.ts';
import { serve } from '../../platform/http/serve.ts';
import type { Services } from '../../platform/services.ts';
import { makeOrderForms, type Which } from './make-order-form.ts';

interface Asked {
  actor: Actor;
  request: FastifyRequest;
  reply: FastifyReply;
  query: { language?: Language | undefined; tz?: string | undefined; inline?: '1' | undefined };
}

export function registerOrderFormRoutes(app: FastifyInstance, services: Services): void {
  const send = async ({ query, actor, request, reply }: Asked, which: Which) => {
    const skin = skinOfHost(request.host);
    const { config } = services;
    const gone = new AbortController();
    reply.raw.once('close', () => gone.abort());
    const { filename, bytes } = await makeOrderForms(services, actor, {
      which,
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
  };
  serve(app, orderForm, async (call) => send(call, call.params));
  serve(app, orderForms, async (call) => send(call, { nos: call.query.nos }));
}
