import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import { NOBODY } from '../../platform/http/actor.ts';
import { askPeer, type PeerCall, servePeer } from '../../platform/region/peer-call.ts';
import type { Services } from '../../platform/services.ts';
import { inTransaction } from '../../platform/work.ts';
import { isOutdated, StatedCircles, stateCircles, takeCircles } from '../case-access/stated-circles.ts';

/** Sent by the region of the people after somebody joined or left their group. */
const CIRCLES = {
  name: 'circles',
  body: StatedCircles,
  /** Outdated by what was read later: in a visit, or before the clock of the people's region was set back. */
  reply: z.object({ is_outdated: z.boolean().default(false) }),
  perMinute: 12_000,
} satisfies PeerCall;

/**
 * Tells the other region the circles of people as they are now. Fails while it is down or knows something later, so that the
 * job is tried again.
 */
export async function tellCircles(services: Services, people: readonly number[]): Promise<void> {
  if (!services.config.peer) return;
  const stated = await services.db.transaction().execute((tx) => stateCircles(tx, people));
  if (stated.ids.length === 0) return;
  const { is_outdated: isTooOld } = await askPeer(services, CIRCLES, stated);
  if (isTooOld) throw new Error('the other region knows something that was read later');
}

/** Answers the other region, which can state the circles of its own people only. */
export function registerCircleCalls(app: FastifyInstance, services: Services): void {
  servePeer(app, services, CIRCLES, (stated) =>
    inTransaction(services, NOBODY, async (work) => {
      await takeCircles(work, stated);
      return { is_outdated: await isOutdated(work.tx, stated) };
    }),
  );
}
