import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import * as z from 'zod';
import type { Peer } from '../../platform/region/peer.ts';
import { askPeer, type PeerCall, servePeer } from '../../platform/region/peer-call.ts';
import type { Services } from '../../platform/services.ts';

/**
 * Whether an address belongs to an account of the asked region, or to a sign-up under way there. The address is not
 * sent: `digest` is its HMAC, and `bucket` selects about one in 65,536 accounts, whose HMACs are compared.
 */
const KNOWN_ADDRESS = {
  name: 'known-address',
  body: z.object({ bucket: z.string().regex(/^[0-9a-f]{4}$/), digest: z.base64url().length(43) }),
  reply: z.object({ known: z.boolean(), claimed: z.boolean() }),
  perMinute: 600,
} satisfies PeerCall;

/** As the database computes it for its index; it only narrows the search down. */
const bucketOf = (emailKey: string): string => createHash('md5').update(emailKey).digest('hex').slice(0, 4);

export const digestOf = (lookUpKey: Uint8Array, emailKey: string): Buffer =>
  createHmac('sha256', lookUpKey).update(emailKey).digest();

/**
 * Whether a person's account is in the other region; false without a second region. For signed-in people only, whose
 * look-ups are limited.
 * @throws Refusal `region_unreachable` if the other region does not respond.
 */
export async function livesInOtherRegion(services: Services, emailKey: string): Promise<boolean> {
  const { peer } = services.config;
  return peer !== null && (await askAddress(services, peer, emailKey)).known;
}

export function askAddress(services: Services, { lookUpKey }: Peer, emailKey: string) {
  const digest = digestOf(lookUpKey, emailKey).toString('base64url');
  return askPeer(services, KNOWN_ADDRESS, { bucket: bucketOf(emailKey), digest });
}

/** Claims count for this time after their expiry, longer than any transaction that used one in time. */
const CLAIM_ECHO = sql`interval '2 minutes'`;

/** Answers the look-ups of the other region. */
export function registerAddressLookUp(app: FastifyInstance, services: Services): void {
  const { db, config } = services;
  servePeer(app, services, KNOWN_ADDRESS, async ({ bucket, digest }) => {
    const wanted = Buffer.from(digest, 'base64url');
    // One statement, because a sign-up that ends between two statements would be missing from both.
    const { rows } = await sql<{ keys: string[] | null; claimed: boolean }>`
      select
        (select array_agg(email_key) from app_user
          where left(md5(email_key), 4) = ${bucket} and region = ${config.region} and deleted_at is null) as keys,
        exists(select from address_claim where digest = ${wanted} and until > now() - ${CLAIM_ECHO}) as claimed
    `.execute(db);
    const [{ keys = null, claimed = false } = {}] = rows;
    const key = config.peer?.lookUpKey;
    const known = (keys ?? []).some((each) => key && timingSafeEqual(digestOf(key, each), wanted));
    return { known, claimed };
  });
}
