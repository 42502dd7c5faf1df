import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import * as z from 'zod';
import { askPeer, type PeerCall, servePeer } from '../../platform/region/peer-call.ts';
import type { Services } from '../../platform/services.ts';

/**
 * Whether an address belongs to an account of the asked region. The address is not sent: `digest` is its HMAC, and
 * `bucket` selects about one in 65,536 accounts, whose HMACs are compared.
 */
const KNOWN_ADDRESS = {
  name: 'known-address',
  body: z.object({ bucket: z.string().regex(/^[0-9a-f]{4}$/), digest: z.base64url().length(43) }),
  reply: z.object({ known: z.boolean() }),
  perMinute: 600,
} satisfies PeerCall;

/** As the database computes it for its index; it only narrows the search down. */
const bucketOf = (emailKey: string): string => createHash('md5').update(emailKey).digest('hex').slice(0, 4);

const digestOf = (lookUpKey: Uint8Array, emailKey: string): Buffer =>
  createHmac('sha256', lookUpKey).update(emailKey).digest();

/**
 * Whether somebody's account is in the other region; false where there is none. For signed-in people only, whose
 * look-ups are limited.
 * @throws Refusal `region_unreachable` when the other region cannot be asked.
 */
export async function livesInOtherRegion(services: Services, emailKey: string): Promise<boolean> {
  const { peer } = services.config;
  if (!peer) return false;
  const digest = digestOf(peer.lookUpKey, emailKey).toString('base64url');
  const { known } = await askPeer(services, KNOWN_ADDRESS, { bucket: bucketOf(emailKey), digest });
  return known;
}

/** Answers the look-ups of the other region. */
export function registerAddressLookUp(app: FastifyInstance, services: Services): void {
  const { db, config } = services;
  servePeer(app, services, KNOWN_ADDRESS, async ({ bucket, digest }) => {
    const wanted = Buffer.from(digest, 'base64url');
    const rows = await db
      .selectFrom('app_user')
      .select('email_key')
      .where(sql`left(md5(email_key), 4)`, '=', bucket)
      .where('region', '=', config.region)
      .where('deleted_at', 'is', null)
      .execute();
    const key = config.peer?.lookUpKey;
    return { known: rows.some((row) => key && timingSafeEqual(digestOf(key, row.email_key), wanted)) };
  });
}
