import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import * as z from 'zod';
import { type Actor, internalActor } from '../../platform/http/actor.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { askPeer, type PeerCall, servePeer } from '../../platform/region/peer-call.ts';
import type { Services } from '../../platform/services.ts';
import { inTransaction, type Work } from '../../platform/work.ts';
import { visibleCase } from '../case-access/case-in-hand.sql.ts';
import { recordCaseChange } from '../case-access/record-case-change.ts';
import { Asker, askerOf, isKnown, mayHaveElsewhere } from '../region-visit/asker.ts';
import { shareById } from './sharing.sql.ts';

const REVOKE_LINK = {
  name: 'revoke-link',
  body: Asker.extend({ id: z.number().int().positive() }),
  reply: z.object({ is_known: z.boolean() }),
  perMinute: 1200,
} satisfies PeerCall;

/** Ends a link at once, in whichever region its case is. Does nothing if it is already revoked. */
export async function revokeShare(services: Services, actor: Actor, id: number) {
  const isHere = await inTransaction(services, actor, (work) => revokeHere(work, actor.userId, id));
  // Guests end links in the region that they visit; the other one is their home.
  const isEnded = isHere || (!actor.isGuest && (await revokeElsewhere(services, actor, id)));
  if (!isEnded) throw new Refusal('not_found');
  return {};
}

/** Ends a link to a case that is stored here; false if the person may not revoke such a link. */
async function revokeHere(work: Work, userId: number, id: number): Promise<boolean> {
  const share = await shareById(work.tx, userId, id);
  if (!share) return false;
  const revoked = await work.tx
    .updateTable('share_link')
    .set({ revoked_at: sql`now()` })
    .where('id', '=', share.id)
    .where('revoked_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  if (!revoked) return true;
  await visibleCase(work.tx, userId, share.case_id);
  await recordCaseChange(work, share.case_id, {
    event: { name: 'share_revoked', ids: { share: id } },
    audit: { action: 'share_revoked', object: { type: 'share_link', id } },
  });
  return true;
}

/** Ends a link of one's group in the other region; false if it has no such link. */
async function revokeElsewhere(services: Services, actor: Actor, id: number): Promise<boolean> {
  if (!(await mayHaveElsewhere(services))) return false;
  return (await askPeer(services, REVOKE_LINK, { ...(await askerOf(services, actor)), id })).is_known;
}

/** Answers the other region about links of its own people. */
export function registerRevokeCall(app: FastifyInstance, services: Services): void {
  servePeer(app, services, REVOKE_LINK, async ({ id, ...asker }) => {
    if (!(await isKnown(services, asker))) return { is_known: false };
    return inTransaction(services, internalActor(asker.user_id), async (work) => ({
      is_known: await revokeHere(work, asker.user_id, id),
    }));
  });
}
