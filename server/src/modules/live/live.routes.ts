import { eventStream } from '@cusp/contract/live';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Actor } from '../../platform/http/actor.ts';
import { serve } from '../../platform/http/serve.ts';
import type { Services } from '../../platform/services.ts';
import { LostLines } from '../presence/lost-lines.ts';
import { endOverStreams } from './end-over-streams.ts';
import { EventStream } from './event-stream.ts';
import { type ReplayStart, readReplay } from './replay.sql.ts';
import { StreamLimits } from './stream-limits.ts';

const BEAT_MS = 15_000;
/** Ended sessions are announced immediately; this finds sessions that expired. */
const SESSIONS_EVERY_MS = 5_000;
/**
 * A support session can end by changes that are not announced, such as a lost flag; its stream closes within two
 * seconds.
 */
const SUPPORT_EVERY_MS = 1_000;

export function registerLiveRoutes(app: FastifyInstance, services: Services): void {
  const lost = new LostLines(services);
  const limits = new StreamLimits(app.rateLimitFactor);
  const sessions = setInterval(() => void endOverStreams(services), SESSIONS_EVERY_MS);
  sessions.unref();
  const support = setInterval(() => void endOverStreams(services, 'support'), SUPPORT_EVERY_MS);
  support.unref();
  let isStopping = false;
  app.addHook('preClose', async () => {
    isStopping = true;
    clearInterval(sessions);
    clearInterval(support);
    lost.close();
    services.hub.drain();
  });
  serve(app, eventStream, async ({ actor, query, request, reply }) => {
    const lastEventId = lastSeen(request) ?? query.lastEventId ?? null;
    const stream = new EventStream(actor.userId, actor.sessionId, actor.support !== undefined);
    reply.raw.once('close', limits.take(stream, actor.ip));
    reply.raw.once('close', () => {
      if (stream.end === 'ended') void lost.ended(stream);
      else if (stream.end === null) void lost.broke(stream);
    });
    await openStream(services, stream, { actor, from: { lastEventId, since: query.since ?? null } }, reply);
    // It was opened after the others were ended, and would keep this process alive.
    if (isStopping) stream.onClose();
    return reply;
  });
}

/** Last-Event-ID, which the browser sends when it reconnects. */
function lastSeen(request: FastifyRequest): number | null {
  const value = Number(request.headers['last-event-id']);
  return request.headers['last-event-id'] && Number.isSafeInteger(value) && value >= 0 ? value : null;
}

async function openStream(
  services: Services,
  stream: EventStream,
  { actor, from }: { actor: Actor; from: ReplayStart },
  reply: FastifyReply,
): Promise<void> {
  const remove = services.hub.add(stream);
  let isGone = false;
  reply.raw.once('close', () => {
    isGone = true;
    remove();
  });
  const replay = await readReplay(services.db, actor.userId, from).catch((error: unknown) => {
    remove();
    throw error;
  });
  if (isGone) return;

  // Written to the raw response, so that compression does not buffer events.
  reply.hijack();
  reply.raw.writeHead(200, {
    ...(reply.getHeaders() as Record<string, string>),
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-cache, no-transform',
    'x-accel-buffering': 'no',
  });
  stream.start(reply.raw, replay);

  const timer = setInterval(() => stream.beat(), BEAT_MS);
  reply.raw.once('close', () => clearInterval(timer));
  if (reply.raw.destroyed || reply.raw.writableEnded) clearInterval(timer);
}
