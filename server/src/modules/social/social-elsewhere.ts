import { CodeChallenge } from '@cusp/contract/sign-in';
import { SocialProvider } from '@cusp/contract/wire';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import { isRefusal } from '../../platform/http/refusal.ts';
import { askPeer, type PeerCall, servePeer } from '../../platform/region/peer-call.ts';
import type { Services } from '../../platform/services.ts';
import { issueArrivalCode } from '../identity/arrival-code.sql.ts';
import type { Flow } from './flow.sql.ts';
import { personOfIdentity } from './keep-identity.sql.ts';
import { logTrouble } from './log-trouble.ts';
import type { Providers } from './providers.ts';
import { sealTicket } from './sign-up-ticket.ts';

/**
 * Whether the person of a provider has an account in the asked region. That region verifies the provider's own proof,
 * so the asking region cannot claim an arbitrary person.
 */
const CHECK_IDENTITY = {
  name: 'check-social-identity',
  body: z.object({ provider: SocialProvider, proof: z.string().max(20_000), challenge: CodeChallenge }),
  /** A code with which the person opens a session there, or a ticket with which they sign up; null otherwise. */
  reply: z.object({ code: z.string().nullable(), ticket: z.string().nullable().default(null) }),
  perMinute: 600,
  sealed: true,
} satisfies PeerCall;

interface Answer {
  /** For a person whose account is in the other region. */
  code: string | null;
  /** For a person who is new there. */
  ticket: string | null;
  isAsked: boolean;
}

/** The other region's answer about a person who has just signed in at a provider. */
export async function askAboutIdentity(
  services: Services,
  { provider, region_challenge: challenge }: Flow,
  proof: string,
): Promise<Answer> {
  if (!services.config.peer || challenge === null) return { code: null, ticket: null, isAsked: true };
  try {
    return { ...(await askPeer(services, CHECK_IDENTITY, { provider, proof, challenge })), isAsked: true };
  } catch (error) {
    if (isRefusal(error, 'region_unreachable')) return { code: null, ticket: null, isAsked: false };
    throw error;
  }
}

/** Answers the other region. A blocked or inactive person gets a code too, and is refused on arrival. */
export function registerIdentityCheck(app: FastifyInstance, services: Services, providers: Providers): void {
  servePeer(app, services, CHECK_IDENTITY, async ({ provider, proof, challenge }) => {
    const identity = await providers[provider]?.recognise(proof).catch((error: unknown) => {
      logTrouble(services, provider, error);
      return undefined;
    });
    if (!identity) return { code: null };
    const user = await personOfIdentity(services.db, { provider, subject: identity.subject })
      .where('app_user.region', '=', services.config.region)
      .executeTakeFirst();
    if (!user) return { code: null, ticket: sealTicket(services, { provider, challenge, ...identity }) };
    return { code: await issueArrivalCode(services.db, { userId: user.id, challenge, way: provider }) };
  });
}
