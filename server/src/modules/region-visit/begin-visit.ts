import { CodeChallenge, type SignedInElsewhere } from '@cusp/contract/sign-in';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import * as z from 'zod';
import { type Actor, NOBODY } from '../../platform/http/actor.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { askPeer, type PeerCall, servePeer } from '../../platform/region/peer-call.ts';
import type { Services } from '../../platform/services.ts';
import { inTransaction } from '../../platform/work.ts';
import { StatedCircles, takeCircles } from '../case-access/stated-circles.ts';
import { issueArrivalCode } from '../identity/arrival-code.sql.ts';
import { elsewhereOf } from '../identity/auth-result.ts';
import { livingSession } from '../identity/sessions.ts';
import { isLivingGuest } from '../people/living-guest.sql.ts';
import { circleWith } from './circle-calls.ts';

/** Asked by the region in which a person is signed in: a code with which they visit the asked one. */
const VISIT = {
  name: 'visit',
  body: z.object({
    user_id: z.number().int().positive(),
    session_id: z.uuid(),
    challenge: CodeChallenge,
    /** So that a person who left a group during an outage between the regions sees nothing through it. */
    circles: StatedCircles,
  }),
  /** Null for people who are no guests in the asked region. */
  reply: z.object({ code: z.string().nullable() }),
  perMinute: 1200,
} satisfies PeerCall;

/** Begins a visit of a signed-in person to the other region; `not_found` if they are not a guest there. */
export async function beginVisit(
  services: Services,
  { userId, sessionId }: Actor,
  codeChallenge: string,
): Promise<SignedInElsewhere> {
  if (!services.config.peer || !sessionId) throw new Refusal('not_found');
  // Recorded before the visit can begin, so that the end of the session is sent after it.
  await services.db
    .updateTable('session')
    .set({ visited_at: sql`now()` })
    .where('id', '=', sessionId)
    .execute();
  const circles = await circleWith(services, userId);
  const { code } = await askPeer(services, VISIT, {
    user_id: userId,
    session_id: sessionId,
    challenge: codeChallenge,
    circles,
  });
  if (!code) throw new Refusal('not_found');
  // A session that ended during the call may have been reported before the code existed.
  if (!(await livingSession(services, sessionId))) throw new Refusal('not_signed_in');
  return elsewhereOf(services.config, code);
}

/** Answers the other region, which can send its own people only. */
export function registerVisit(app: FastifyInstance, services: Services): void {
  servePeer(
    app,
    services,
    VISIT,
    async ({ user_id: userId, session_id: homeSession, challenge, circles }) => {
      if (!(await isLivingGuest(services, userId))) return { code: null };
      await inTransaction(services, NOBODY, (work) => takeCircles(work, circles));
      return { code: await issueArrivalCode(services.db, { userId, challenge, way: 'visit', homeSession }) };
    },
  );
}
