import { LegalHold } from '@cusp/contract/privacy';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import { type Actor, internalActor } from '../../platform/http/actor.ts';
import { isRefusal } from '../../platform/http/refusal.ts';
import { askPeer, type PeerCall, servePeer } from '../../platform/region/peer-call.ts';
import type { Services } from '../../platform/services.ts';
import { inTransaction } from '../../platform/work.ts';
import {
  Asker,
  askerOf,
  guestsAmong,
  isKnown,
  mayHaveElsewhere,
  readerOf,
  statedPractice,
} from '../region-visit/asker.ts';
import { holdsOf, type Lifted, liftHere } from './holds.sql.ts';
import { practiceOf } from './practice.sql.ts';

/** Asked by the region of a practice: its open holds on cases that are stored in the other one, latest first. */
export const HOLDS = {
  name: 'holds',
  body: Asker.extend({
    /** Only those that the person has placed, also as a member of another owner's group. */
    is_own: z.boolean().default(false),
    /** The page of holds with smaller ids; null for the first one. Earlier versions request all of them. */
    before: z.number().int().positive().nullable().optional(),
  }),
  reply: z.object({
    holds: z.array(LegalHold.omit({ is_elsewhere: true })),
    /** Where the next page begins; null after the last. */
    next: z.number().int().nullable().default(null),
  }),
  perMinute: 1200,
} satisfies PeerCall;

/** Holds of one reply, so that it stays far below the size limit. */
const PAGE = 100;

const LIFT_HOLD = {
  name: 'lift-hold',
  body: Asker.extend({ id: z.number().int().positive() }),
  reply: z.object({ outcome: z.enum(['lifted', 'lifted_before', 'unknown']) }),
  perMinute: 1200,
} satisfies PeerCall;

/** The open holds of one's practice in the other region, without patients; null while that region does not respond. */
export async function holdsElsewhere(services: Services, actor: Actor): Promise<LegalHold[] | null> {
  if (!(await mayHaveElsewhere(services))) return [];
  const asker = await readerOf(services, actor);
  const found: LegalHold[] = [];
  try {
    for (let before: number | null | undefined; before !== null; ) {
      const page: z.output<typeof HOLDS.reply> = await askPeer(services, HOLDS, {
        ...asker,
        before: before ?? null,
      });
      found.push(...page.holds.map((hold) => ({ ...hold, is_elsewhere: true })));
      before = page.next;
    }
    return found;
  } catch (error) {
    if (!isRefusal(error, 'region_unreachable')) throw error;
    return null;
  }
}

/**
 * Whether a person has placed holds that are open in the other region, where they could not be lifted after the account
 * is closed: the owner of a group with members does not close it.
 * @throws Refusal `region_unreachable` while the other region does not respond.
 */
export async function hasHoldsElsewhere(services: Services, actor: Actor): Promise<boolean> {
  if (!(await mayHaveElsewhere(services))) return false;
  const asker = await readerOf(services, actor);
  const { holds } = await askPeer(services, HOLDS, { ...asker, is_own: true, before: null });
  return holds.length > 0;
}

/** Lifts a hold of one's practice in the other region. */
export async function liftElsewhere(services: Services, actor: Actor, id: number): Promise<Lifted> {
  if (!(await mayHaveElsewhere(services))) return 'unknown';
  return (await askPeer(services, LIFT_HOLD, { ...(await askerOf(services, actor)), id })).outcome;
}

/** Answers the other region about its own people; members of another owner's group are refused here too. */
export function registerHoldCalls(app: FastifyInstance, services: Services): void {
  servePeer(app, services, HOLDS, async ({ is_own: isOwn, before, ...asker }) => {
    const people = isOwn
      ? await guestsAmong(services, [asker.user_id])
      : await statedPractice(services, asker);
    const page = before === undefined ? undefined : { before, limit: PAGE };
    const holds = await holdsOf(services.db, people, page);
    return {
      // Names of patients stay in their region.
      holds: holds.map((hold) => ({ ...hold, case: { ...hold.case, patient: '' } })),
      next: page && holds.length === PAGE ? (holds.at(-1)?.id ?? null) : null,
    };
  });
  servePeer(app, services, LIFT_HOLD, async ({ id, ...asker }): Promise<{ outcome: Lifted }> => {
    if (!(await isKnown(services, asker))) return { outcome: 'unknown' };
    return inTransaction(services, internalActor(asker.user_id), async (work) => ({
      outcome: await liftHere(work, await practiceOf(work.tx, { userId: asker.user_id }), id),
    }));
  });
}
