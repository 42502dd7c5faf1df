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

/** Sent by the region of the people after one of them joined or left their group. */
const CIRCLES = {
  name: 'circles',
  body: StatedCircles,
  /** Outdated by a later statement: in a visit, or before the clock of the people's region was set back. */
  reply: z.object({ is_outdated: z.boolean().default(false) }),
  perMinute: 12_000,
} satisfies PeerCall;

/** The people among these whose name the asked region stores. */
const KNOWN_GUESTS = {
  name: 'known-guests',
  body: z.object({ ids: z.array(z.number().int().positive()).max(10_000) }),
  reply: z.object({
    /** Whether one of them was sent a case that is stored there. The previous release then states the whole circle. */
    are_known: z.boolean(),
    /**
     * People stored there for other reasons, for example in a history or a statement; the previous release omits it.
     */
    known_ids: z.array(z.number().int().positive()).max(10_000).default([]),
  }),
  perMinute: 12_000,
} satisfies PeerCall;

/**
 * Sends the other region the current circles of people, or their part about some people. Fails while it is down or has
 * newer data, so that the job is retried.
 */
export async function sendCircles(
  services: Services,
  people: readonly number[],
  only?: readonly number[],
): Promise<void> {
  if (!services.config.peer) return;
  const pages = await services.db.transaction().execute((tx) => stateCircles(tx, people, only));
  if (await sendPages(services, pages))
    throw new Error('the other region knows something that was read later');
}

/**
 * Sends a person's changes if the other region has a case that their circle sees, or stores their name. Of the circle
 * it then learns only about people it already stores. Fails while it is down.
 */
export async function sendGuestChanges(services: Services, userId: number): Promise<void> {
  if (!services.config.peer) return;
  const { are_known: haveCase, known_ids: known } = await askPeer(services, KNOWN_GUESTS, {
    ids: await peopleAround(services.db, [userId]),
  });
  if (haveCase) await sendCircles(services, [userId]);
  else if (known.includes(userId)) await sendCircles(services, [userId], known);
}

/** Whether any page is older than the data of the other region. */
async function sendPages(services: Services, pages: readonly StatedCircles[]): Promise<boolean> {
  let isAnyTooOld = false;
  for (const page of pages.filter(({ ids }) => ids.length > 0)) {
    const { is_outdated: isTooOld } = await askPeer(services, CIRCLES, page);
    isAnyTooOld ||= isTooOld;
  }
  return isAnyTooOld;
}

/**
 * The circle of a person, to be sent with a request. If the group is too large for one page, this is the page with the
 * person, and all pages are sent to the other region first.
 */
export async function circleWith(services: Services, userId: number): Promise<StatedCircles> {
  const pages = await services.db.transaction().execute((tx) => stateCircles(tx, [userId]));
  if (pages.length > 1) await sendPages(services, pages);
  const page = pages.find(({ ids }) => ids.includes(userId));
  if (!page) throw new Refusal('not_signed_in');
  return page;
}

/** Answers the other region, which can state the circles of its own people only. */
export function registerCircleCalls(app: FastifyInstance, services: Services): void {
  servePeer(app, services, KNOWN_GUESTS, async ({ ids }) => {
    const known = await services.db
      .selectFrom('app_user')
      .select([
        'id',
        sql<boolean>`exists (select from dental_case where recipient_id = app_user.id)`.as('hasCase'),
      ])
      .where('id', '=', sql<number>`any(${ids}::bigint[])`)
      .where('presence', 'in', ['guest', 'moved'])
      .execute();
    return { are_known: known.some(({ hasCase }) => hasCase), known_ids: known.map(({ id }) => id) };
  });
  servePeer(app, services, CIRCLES, (stated) =>
    inTransaction(services, NOBODY, async (work) => {
      await takeCircles(work, stated);
      return { is_outdated: await isOutdated(work.tx, stated) };
    }),
  );
}
