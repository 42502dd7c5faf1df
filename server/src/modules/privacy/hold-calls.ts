import { LegalHold } from '@cusp/contract/privacy';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import { type Actor, internalActor, NOBODY } from '../../platform/http/actor.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { askPeer, type PeerCall, servePeer } from '../../platform/region/peer-call.ts';
import type { Services } from '../../platform/services.ts';
import { inTransaction } from '../../platform/work.ts';
import { StatedCircles, stateCircles, takeCircles } from '../case-access/stated-circles.ts';
import { isLivingGuest } from '../people/living-guest.sql.ts';
import { holdsOf, type Lifted, liftHere } from './holds.sql.ts';
import { isMember, practiceOf } from './practice.sql.ts';

/** Who asks, and the group that they have at home now: the asked region finds out by itself whose holds these are. */
const Asker = z.object({ user_id: z.number().int().positive(), circles: StatedCircles });

/** Asked by the region of a practice: its open holds on cases that are stored in the other one. */
const HOLDS = {
  name: 'holds',
  body: Asker,
  reply: z.object({ holds: z.array(LegalHold.omit({ is_elsewhere: true })) }),
  perMinute: 1200,
} satisfies PeerCall;

const LIFT_HOLD = {
  name: 'lift-hold',
  body: Asker.extend({ id: z.number().int().positive() }),
  reply: z.object({ outcome: z.enum(['lifted', 'lifted_before', 'unknown']) }),
  perMinute: 1200,
} satisfies PeerCall;

/** A practice can have holds in the other region only on cases that have moved. */
async function haveCasesMoved({ db, config }: Services): Promise<boolean> {
  if (!config.peer) return false;
  const moved = await db
    .selectFrom('region_move')
    .select('id')
    .where('committed_at', 'is not', null)
    .union(db.selectFrom('region_import').select('move_id as id').where('step', '=', 'arrived'))
    .limit(1)
    .executeTakeFirst();
  return moved !== undefined;
}

const askerOf = async ({ db }: Services, { userId }: Actor) => ({
  user_id: userId,
  circles: await db.transaction().execute((tx) => stateCircles(tx, [userId])),
});

/** The open holds of one's practice in the other region, without patients; null while it does not answer. */
export async function holdsElsewhere(services: Services, actor: Actor): Promise<LegalHold[] | null> {
  if (!(await haveCasesMoved(services))) return [];
  try {
    const { holds } = await askPeer(services, HOLDS, await askerOf(services, actor));
    return holds.map((hold) => ({ ...hold, is_elsewhere: true }));
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'region_unreachable') throw error;
    return null;
  }
}

/**
 * Whether one's practice has open holds in the other region, where nobody could lift them after its account is closed.
 * @throws Refusal `region_unreachable` while the other region does not answer.
 */
export async function hasHoldsElsewhere(services: Services, actor: Actor): Promise<boolean> {
  if (await isMember(services.db, actor.userId)) return false;
  const holds = await holdsElsewhere(services, actor);
  if (!holds) throw new Refusal('region_unreachable');
  return holds.length > 0;
}

/** Lifts a hold of one's practice in the other region. */
export async function liftElsewhere(services: Services, actor: Actor, id: number): Promise<Lifted> {
  if (!(await haveCasesMoved(services))) return 'unknown';
  return (await askPeer(services, LIFT_HOLD, { ...(await askerOf(services, actor)), id })).outcome;
}

/** Answers the other region about its own people; members of somebody else's group are refused here too. */
export function registerHoldCalls(app: FastifyInstance, services: Services): void {
  servePeer(app, services, HOLDS, async (asker) => {
    if (!(await isKnown(services, asker))) return { holds: [] };
    const people = await practiceOf(services.db, { userId: asker.user_id });
    const holds = await holdsOf(services.db, people);
    // Names of patients stay in their region.
    return { holds: holds.map((hold) => ({ ...hold, case: { ...hold.case, patient: '' } })) };
  });
  servePeer(app, services, LIFT_HOLD, async ({ id, ...asker }): Promise<{ outcome: Lifted }> => {
    if (!(await isKnown(services, asker))) return { outcome: 'unknown' };
    return inTransaction(services, internalActor(asker.user_id), async (work) => ({
      outcome: await liftHere(work, await practiceOf(work.tx, { userId: asker.user_id }), id),
    }));
  });
}

/** Whether somebody is a guest here; stores the group that they have at home. */
async function isKnown(
  services: Services,
  { user_id: userId, circles }: z.output<typeof Asker>,
): Promise<boolean> {
  if (!(await isLivingGuest(services, userId))) return false;
  await inTransaction(services, NOBODY, (work) => takeCircles(work, circles));
  return true;
}
