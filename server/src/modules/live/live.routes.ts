import { eventStream } from '@cusp/contract/events';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Actor } from '../../platform/http/actor.ts';
import { serve } from '../../platform/http/serve.ts';
import type { Services } from '../../platform/services.ts';
import { isSessionAlive } from '../identity/sessions.ts';
import { EventStream } from './event-stream.ts';
import { type ReplayStart, readReplay } from './replay.sql.ts';

const BEAT_MS = 15_000;
/** Ends are told at once; this finds sessions that ran out by themselves. */
const BEATS_TO_SESSION_CHECK = 4;

export function registerLiveRoutes(app: FastifyInstance, services: Services): void {
  app.addHook('preClose', async () => services.hub.drain());
  serve(app, eventStream, async ({ actor, query, request, reply }) => {
    const lastEventId = lastSeen(request) ?? query.lastEventId ?? null;
    await openStream(services, actor, { lastEventId, since: query.since ?? null }, reply);
    return reply;
  });
}

/** What the browser says when it comes back by itself. */
function lastSeen(request: FastifyRequest): number | null {
  const value = Number(request.headers['last-event-id']);
  return request.headers['last-event-id'] && Number.isSafeInteger(value) && value >= 0 ? value : null;
}

async function openStream(
  services: Services,
  actor: Actor,
  from: ReplayStart,
  reply: FastifyReply,
): Promise<void> {
  const stream = new EventStream(actor.userId, actor.sessionId);
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

  // Written past the framework, so that no compression holds events back.
  reply.hijack();
  reply.raw.writeHead(200, {
    ...(reply.getHeaders() as Record<string, string>),
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-cache, no-transform',
    'x-accel-buffering': 'no',
  });
  stream.start(reply.raw, replay);

  let beats = 0;
  const timer = setInterval(() => {
    stream.beat();
    beats += 1;
    if (beats % BEATS_TO_SESSION_CHECK === 0) void endWhenSessionIsOver(services, stream);
  }, BEAT_MS);
  reply.raw.once('close', () => clearInterval(timer));
  if (reply.raw.destroyed || reply.raw.writableEnded) clearInterval(timer);
}

async function endWhenSessionIsOver(services: Services, stream: EventStream): Promise<void> {
  if (stream.sessionId === null) return;
  const isAlive = await isSessionAlive(services, stream.sessionId).catch(() => true);
  if (!isAlive) stream.onEnd();
}
