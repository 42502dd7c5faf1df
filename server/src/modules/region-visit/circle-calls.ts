import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import { NOBODY } from '../../platform/http/actor.ts';
import { askPeer, type PeerCall, servePeer } from '../../platform/region/peer-call.ts';
import type { Services } from '../../platform/services.ts';
import { inTransaction } from '../../platform/work.ts';
import { StatedCircles, stateCircles, takeCircles } from '../case-access/stated-circles.ts';

/** Sent by the region of the people after somebody joined or left their group. */
const CIRCLES = {
  name: 'circles',
  body: StatedCircles,
  reply: z.object({}),
  perMinute: 12_000,
} satisfies PeerCall;

/** Tells the other region the circles of people as they are now; fails while it is down, so that the job is tried again. */
export async function tellCircles(services: Services, people: readonly number[]): Promise<void> {
  if (!services.config.peer) return;
  const stated = await services.db.transaction().execute((tx) => stateCircles(tx, people));
  if (stated.ids.length > 0) await askPeer(services, CIRCLES, stated);
}

/** Answers the other region, which can state the circles of its own people only. */
export function registerCircleCalls(app: FastifyInstance, services: Services): void {
  servePeer(app, services, CIRCLES, async (stated) => {
    await inTransaction(services, NOBODY, (work) => takeCircles(work, stated));
    return {};
  });
}
