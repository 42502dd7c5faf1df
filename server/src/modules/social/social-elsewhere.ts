import { CodeChallenge } from '@cusp/contract/sign-in';
import { SocialProvider } from '@cusp/contract/wire';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import { Refusal } from '../../platform/http/refusal.ts';
import { askPeer, type PeerCall, servePeer } from '../../platform/region/peer-call.ts';
import type { Services } from '../../platform/services.ts';
import { issueArrivalCode } from '../identity/arrival-code.sql.ts';
import type { Flow } from './flow.sql.ts';
import { logTrouble } from './log-trouble.ts';
import type { Providers } from './providers.ts';

/**
 * Whether the person of a provider has an account in the asked region. That region examines the provider's own proof, so
 * the one that asks cannot name just anybody.
 */
const CHECK_IDENTITY = {
  name: 'check-social-identity',
  body: z.object({ provider: SocialProvider, proof: z.string().max(20_000), challenge: CodeChallenge }),
  /** A code with which the person opens a session there; null for every other outcome. */
  reply: z.object({ code: z.string().nullable() }),
  perMinute: 600,
  sealed: true,
} satisfies PeerCall;

/** The code of somebody whose account is in the other region; null if it has none for them, or cannot be asked. */
export async function codeFromElsewhere(
  services: Services,
  { provider, region_challenge: challenge }: Flow,
  proof: string,
): Promise<{ code: string | null; isAsked: boolean }> {
  if (!services.config.peer || challenge === null) return { code: null, isAsked: true };
  try {
    const { code } = await askPeer(services, CHECK_IDENTITY, { provider, proof, challenge });
    return { code, isAsked: true };
  } catch (error) {
    if (error instanceof Refusal && error.code === 'region_unreachable')
      return { code: null, isAsked: false };
    throw error;
  }
}

/** Answers the other region. A blocked or inactive person gets a code too, and is refused on arrival. */
export function registerIdentityCheck(app: FastifyInstance, services: Services, providers: Providers): void {
  servePeer(app, services, CHECK_IDENTITY, async ({ provider, proof, challenge }) => {
    const subject = await providers[provider]?.recognise(proof).catch((error: unknown) => {
      logTrouble(services, provider, error);
      return undefined;
    });
    if (subject === undefined) return { code: null };
    const user = await services.db
      .selectFrom('social_identity')
      .innerJoin('app_user', 'app_user.id', 'social_identity.user_id')
      .select('app_user.id')
      .where('provider', '=', provider)
      .where('subject', '=', subject)
      .where('app_user.presence', '=', 'home')
      .where('app_user.region', '=', services.config.region)
      .where('app_user.deleted_at', 'is', null)
      .executeTakeFirst();
    if (!user) return { code: null };
    return { code: await issueArrivalCode(services.db, { userId: user.id, challenge, way: provider }) };
  });
}
