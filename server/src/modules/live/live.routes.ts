import { eventStream } from '@cusp/contract/live';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { serve } from '../../platform/http/serve.ts';
import type { Services } from '../../platform/services.ts';
import { EventStream } from './event-stream.ts';
import { OpenStreams } from './open-streams.ts';
import { readReplay } from './replay.sql.ts';

export function registerLiveRoutes(app: FastifyInstance, services: Services): void {
  const streams = new OpenStreams(services, app.rateLimitFactor);
  app.addHook('preClose', async () => streams.stop());
  serve(app, eventStream, async ({ actor, query, request, reply }) => {
    // The response of a browser that has left closes only once, before it is in the list of streams.
    if (reply.raw.destroyed) return reply;
    const stream = new EventStream(actor);
    streams.add(stream, reply.raw);
    const start = { lastEventId: lastSeen(request) ?? query.lastEventId ?? null, since: query.since ?? null };
    const replay = await readReplay(services.db, actor.userId, start);
    if (reply.raw.destroyed) return reply;
    stream.start(openResponse(reply), replay);
    if (streams.isStopping) stream.onClose();
    return reply;
  });
}

/** Last-Event-ID, which the browser sends when it reconnects. */
function lastSeen(request: FastifyRequest): number | null {
  const value = Number(request.headers['last-event-id']);
  return request.headers['last-event-id'] && Number.isSafeInteger(value) && value >= 0 ? value : null;
}

/**
 * Written to the raw response, so that compression does not buffer events. The response ends with its connection, so
 * that an event is written as it is instead of in the four parts of a chunk.
 */
function openResponse(reply: FastifyReply): FastifyReply['raw'] {
  reply.hijack();
  const { raw } = reply;
  raw.removeHeader('transfer-encoding');
  raw.writeHead(200, {
    ...(reply.getHeaders() as Record<string, string>),
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-cache, no-transform',
    'x-accel-buffering': 'no',
    connection: 'close',
  });
  // Sent alone, their text is kept in one piece instead of in the 70 pieces from which Node joined it: 1.1 kB less.
  raw.flushHeaders();
  return raw;
}
