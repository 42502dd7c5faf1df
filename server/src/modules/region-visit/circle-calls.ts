import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import * as z from 'zod';
import { NOBODY } from '../../platform/http/actor.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { askPeer, type PeerCall, servePeer } from '../../platform/region/peer-call.ts';
import type { Services } from '../../platform/services.ts';
import { inTransaction } from '../../platform/work.ts';
import { peopleAround } from '../case-access/circle.sql.ts';
import { isOutdated, StatedCircles, stateCircles, takeCircles } from '../case-access/stated-circles.ts';

/** Sent by the region of the people after somebody joined or left their group. */
const CIRCLES = {
  name: 'circles',
  body: StatedCircles,
  /** Outdated by what was read later: in a visit, or before the clock of the people's region was set back. */
  reply: z.object({ is_outdated: z.boolean().default(false) }),
  perMinute: 12_000,
} satisfies PeerCall;

/** Whether the asked region keeps the name of somebody of these people. */
const KNOWN_GUESTS = {
  name: 'known-guests',
  body: z.object({ ids: z.array(z.number().int().positive()).max(10_000) }),
  reply: z.object({ are_known: z.boolean() }),
  perMinute: 12_000,
} satisfies PeerCall;

/**
 * Tells the other region the circles of people as they are now. Fails while it is down or knows something later, so that the
 * job is tried again.
 */
export async function tellCircles(services: Services, people: readonly number[]): Promise<void> {
  if (!services.config.peer) return;
  const pages = await services.db.transaction().execute((tx) => stateCircles(tx, people));
  if (await tellPages(services, pages))
    throw new Error('the other region knows something that was read later');
}

/** Tells the circle of a person if the other region knows somebody of it. Fails while it is down. */
export async function tellGuest(services: Services, userId: number): Promise<void> {
  if (!services.config.peer) return;
  const { are_known: areKnown } = await askPeer(services, KNOWN_GUESTS, {
    ids: await peopleAround(services.db, [userId]),
  });
  if (areKnown) await tellCircles(services, [userId]);
}

/** Whether any page is older than what the other region knows. */
async function tellPages(services: Services, pages: readonly StatedCircles[]): Promise<boolean> {
  let isAnyTooOld = false;
  for (const page of pages.filter(({ ids }) => ids.length > 0)) {
    const { is_outdated: isTooOld } = await askPeer(services, CIRCLES, page);
    isAnyTooOld ||= isTooOld;
  }
  return isAnyTooOld;
}

/**
 * The circle of a person, to be sent with a question. If the group is too large for one page, this is the page with the
 * person, and all pages are sent to the other region first.
 */
export async function circleWith(services: Services, userId: number): Promise<StatedCircles> {
  const pages = await services.db.transaction().execute((tx) => stateCircles(tx, [userId]));
  if (pages.length > 1) await tellPages(services, pages);
  const page = pages.find(({ ids }) => ids.includes(userId));
  if (!page) throw new Refusal('not_signed_in');
  return page;
}

/** Answers the other region, which can state the circles of its own people only. */
export function registerCircleCalls(app: FastifyInstance, services: Services): void {
  servePeer(app, services, KNOWN_GUESTS, async ({ ids }) => {
    const known = await services.db
      .selectFrom('app_user')
      .select('id')
      .where('id', '=', sql<number>`any(${ids}::bigint[])`)
      .where('presence', 'in', ['guest', 'moved'])
      .limit(1)
      .executeTakeFirst();
    return { are_known: known !== undefined };
  });
  servePeer(app, services, CIRCLES, (stated) =>
    inTransaction(services, NOBODY, async (work) => {
      await takeCircles(work, stated);
      return { is_outdated: await isOutdated(work.tx, stated) };
    }),
  );
}
