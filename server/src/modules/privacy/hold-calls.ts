import { LegalHold } from '@cusp/contract/privacy';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import * as z from 'zod';
import { type Actor, internalActor, NOBODY } from '../../platform/http/actor.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { askPeer, type PeerCall, servePeer } from '../../platform/region/peer-call.ts';
import { otherRegion } from '../../platform/region/signed-request.ts';
import type { Services } from '../../platform/services.ts';
import { inTransaction } from '../../platform/work.ts';
import { haveCasesMoved } from '../case-access/moved-cases.sql.ts';
import { readOwnCircle, StatedCircles, takeCircles } from '../case-access/stated-circles.ts';
import { isLivingGuest } from '../people/living-guest.sql.ts';
import { circleWith } from '../region-visit/circle-calls.ts';
import { holdsOf, type Lifted, liftHere } from './holds.sql.ts';
import { practiceOf } from './practice.sql.ts';

/** The person who asks, with their current group at home: the asked region decides which holds are theirs. */
const Asker = z.object({ user_id: z.number().int().positive(), circles: StatedCircles });

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

/** A practice has holds in the other region only on cases that have moved. */
const mayHaveHolds = async ({ db, config }: Services): Promise<boolean> =>
  config.peer !== null && (await haveCasesMoved(db));

const askerOf = async (services: Services, { userId }: Actor) => ({
  user_id: userId,
  circles: await circleWith(services, userId),
});

/**
 * The same for a read-only question, which does not wait for changes of groups. The first page has the person: only the
 * owner of a group may ask.
 */
const readerOf = async ({ db }: Services, { userId }: Actor) => ({
  user_id: userId,
  circles: await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute((tx) => readOwnCircle(tx, userId)),
});

/** The open holds of one's practice in the other region, without patients; null while that region does not respond. */
export async function holdsElsewhere(services: Services, actor: Actor): Promise<LegalHold[] | null> {
  if (!(await mayHaveHolds(services))) return [];
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
    if (!(error instanceof Refusal) || error.code !== 'region_unreachable') throw error;
    return null;
  }
}

/**
 * Whether a person has placed holds that are open in the other region, where they could not be lifted after the account
 * is closed: the owner of a group with members does not close it.
 * @throws Refusal `region_unreachable` while the other region does not respond.
 */
export async function hasHoldsElsewhere(services: Services, actor: Actor): Promise<boolean> {
  if (!(await mayHaveHolds(services))) return false;
  const asker = await readerOf(services, actor);
  const { holds } = await askPeer(services, HOLDS, { ...asker, is_own: true, before: null });
  return holds.length > 0;
}

/** Lifts a hold of one's practice in the other region. */
export async function liftElsewhere(services: Services, actor: Actor, id: number): Promise<Lifted> {
  if (!(await mayHaveHolds(services))) return 'unknown';
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

/**
 * The guests here for whom the person who asks is responsible at home; empty for members of another owner's group, or
 * if the page of the circle lacks the person and so does not show whether they are a member.
 */
async function statedPractice(
  services: Services,
  { user_id: userId, circles }: z.output<typeof Asker>,
): Promise<number[]> {
  if (!circles.ids.includes(userId) || !(await isLivingGuest(services, userId))) return [];
  const { rows } = await sql`
    select from json_populate_recordset(null::group_member, ${circles.members}::json)
    where user_id = ${userId} and status = 'ACCD'
  `.execute(services.db);
  return rows.length > 0 ? [] : guestsAmong(services, circles.circle ?? circles.ids);
}

/** People who are guests here, also if they are blocked. */
async function guestsAmong({ db, config }: Services, ids: readonly number[]): Promise<number[]> {
  const guests = await db
    .selectFrom('app_user')
    .select('id')
    .where('id', '=', sql<number>`any(${ids}::bigint[])`)
    .where('presence', 'in', ['guest', 'moved'])
    .where('region', '=', otherRegion(config.region))
    .execute();
  return guests.map(({ id }) => id);
}

/** Whether a person is a guest here; stores the group that they have at home. */
async function isKnown(
  services: Services,
  { user_id: userId, circles }: z.output<typeof Asker>,
): Promise<boolean> {
  if (!(await isLivingGuest(services, userId))) return false;
  await inTransaction(services, NOBODY, (work) => takeCircles(work, circles));
  return true;
}
