import { CodeChallenge, type SignedInElsewhere } from '@cusp/contract/sign-in';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import type { Actor } from '../../platform/http/actor.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { askPeer, type PeerCall, servePeer } from '../../platform/region/peer-call.ts';
import { otherRegion } from '../../platform/region/signed-request.ts';
import type { Services } from '../../platform/services.ts';
import { issueArrivalCode } from '../identity/arrival-code.sql.ts';
import { elsewhereOf } from '../identity/auth-result.ts';

/** Asked by the region in which a person is signed in: a code with which they visit the asked one. */
const VISIT = {
  name: 'visit',
  body: z.object({ user_id: z.number().int().positive(), challenge: CodeChallenge }),
  /** Null for people whom the asked region does not know as guests. */
  reply: z.object({ code: z.string().nullable() }),
  perMinute: 1200,
} satisfies PeerCall;

/** Begins a visit of a signed-in person to the other region; `not_found` if they are no guest there. */
export async function beginVisit(
  services: Services,
  { userId }: Actor,
  codeChallenge: string,
): Promise<SignedInElsewhere> {
  if (!services.config.peer) throw new Refusal('not_found');
  const { code } = await askPeer(services, VISIT, { user_id: userId, challenge: codeChallenge });
  if (!code) throw new Refusal('not_found');
  return elsewhereOf(services.config, code);
}

/** Answers the other region, which can name only its own people. */
export function registerVisit(app: FastifyInstance, services: Services): void {
  servePeer(app, services, VISIT, async ({ user_id: userId, challenge }) => {
    const guest = await services.db
      .selectFrom('app_user')
      .select('id')
      .where('id', '=', userId)
      .where('presence', '!=', 'home')
      .where('region', '=', otherRegion(services.config.region))
      .where('deleted_at', 'is', null)
      .where('blocked_at', 'is', null)
      .executeTakeFirst();
    if (!guest) return { code: null };
    return { code: await issueArrivalCode(services.db, { userId, challenge, way: 'visit' }) };
  });
}
