import { SocialProvider } from '@cusp/contract/wire';
import * as z from 'zod';
import { seal, unseal } from '../../platform/secrets/secret-box.ts';
import type { Services } from '../../platform/services.ts';
import { FLOW_MINUTES } from './flow.sql.ts';

const Newcomer = z.object({
  provider: SocialProvider,
  subject: z.string(),
  email: z.email(),
  emailProven: z.boolean(),
  firstName: z.string(),
  lastName: z.string(),
  /** Challenge of the page that began, at the host of the other region. */
  challenge: z.string(),
});
type Newcomer = z.infer<typeof Newcomer>;

const PURPOSE = 'social sign-up that began in the other region';

/**
 * Seals an identity that this region has verified, for a sign-up that began in the other one. So no data is stored here
 * about people who choose a country of the other region. Null without an address, which an account needs.
 */
export function sealTicket(
  { secret }: Services,
  newcomer: Omit<Newcomer, 'email'> & { email: string | null },
): string | null {
  if (newcomer.email === null) return null;
  const until = Date.now() + FLOW_MINUTES * 60_000;
  return seal(secret, PURPOSE, 0, Buffer.from(JSON.stringify({ ...newcomer, until }))).toString('base64url');
}

/** The identity of a ticket of this region; null for any other text, and after its expiry. */
export function openTicket({ secret }: Services, ticket: string): Newcomer | null {
  const opened = unseal(secret, PURPOSE, 0, Buffer.from(ticket, 'base64url'));
  if (!opened) return null;
  const { until, ...newcomer } = JSON.parse(opened.toString('utf8'));
  return until > Date.now() ? Newcomer.parse(newcomer) : null;
}
