import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import type { Actor } from '../../platform/http/actor.ts';
import { isRefusal } from '../../platform/http/refusal.ts';
import { askPeer, type PeerCall, servePeer } from '../../platform/region/peer-call.ts';
import type { Services } from '../../platform/services.ts';
import { isLivingGuest } from '../people/living-guest.sql.ts';
import { mayHaveElsewhere } from '../region-visit/asker.ts';
import { remainsOf } from './closing.sql.ts';

const count = z.int().nonnegative();

/** Asked by the region of a person: what closing their account removes in the other one, and what stays there. */
const REMAINS = {
  name: 'closing-remains',
  body: z.object({ user_id: z.number().int().positive() }),
  reply: z.object({ cases: count, kept: count, comments: count, links: count }),
  perMinute: 1200,
} satisfies PeerCall;
type Remains = z.output<typeof REMAINS.reply>;

const NOTHING: Remains = { cases: 0, kept: 0, comments: 0, links: 0 };

/** Counts of the other region; null while it does not respond. */
export async function remainsElsewhere(services: Services, { userId }: Actor): Promise<Remains | null> {
  if (!(await mayHaveElsewhere(services))) return NOTHING;
  try {
    return await askPeer(services, REMAINS, { user_id: userId });
  } catch (error) {
    if (!isRefusal(error, 'region_unreachable')) throw error;
    return null;
  }
}

/** Answers the other region about its own people. */
export function registerRemainsCall(app: FastifyInstance, services: Services): void {
  servePeer(app, services, REMAINS, async ({ user_id: userId }) =>
    (await isLivingGuest(services, userId)) ? remainsOf(services.db, userId) : NOTHING,
  );
}
