import { isIP } from 'node:net';
import type { MailPace } from '@cusp/contract/accounts';
import { LIMITS } from '@cusp/contract/limits';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import type { Visitor } from '../../platform/http/actor.ts';
import { emailKey } from '../../platform/mail/email-key.ts';
import { askPeer, type PeerCall, servePeer } from '../../platform/region/peer-call.ts';
import type { Services } from '../../platform/services.ts';
import { requestPasswordReset } from '../identity/passwords.ts';

/** Mails a reset link if the address belongs to an account of the asked region; the reply does not say whether. */
const REQUEST_RESET = {
  name: 'request-reset',
  body: z.object({
    email: z.string().max(LIMITS.email),
    /** Network address of the person, by which the asked region limits such mails. */
    ip: z.string().refine((text) => isIP(text) !== 0),
  }),
  reply: z.object({}),
  perMinute: 6_000,
  sealed: true,
} satisfies PeerCall;

/**
 * Requests a reset link from the region that has the account, because people sign in at either site. Addresses with an
 * account here are not passed on. The reply does not wait for the other region, so that its time reveals nothing.
 */
export async function requestResetAnywhere(
  services: Services,
  visitor: Visitor,
  email: string,
): Promise<MailPace> {
  const pace = await requestPasswordReset(services, visitor, email);
  if (!services.config.peer || !pace.sent) return pace;
  const here = await services.db
    .selectFrom('app_user')
    .select('id')
    .where('email_key', '=', emailKey(email))
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  // `askPeer` logs a failure, and the person can ask again.
  if (!here) void askPeer(services, REQUEST_RESET, { email, ip: visitor.ip }).catch(() => {});
  return pace;
}

export function registerResetRequests(app: FastifyInstance, services: Services): void {
  servePeer(app, services, REQUEST_RESET, async ({ email, ip }) => {
    await requestPasswordReset(services, { ip, requestId: null }, email);
    return {};
  });
}
