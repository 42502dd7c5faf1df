import type { subscribePush } from '@cusp/contract/push';
import type { Done } from '@cusp/contract/wire';
import type * as z from 'zod';
import type { Actor } from '../../platform/http/actor.ts';
import { isPublicUrl } from '../../platform/http/public-address.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Services } from '../../platform/services.ts';
import { inTransaction } from '../../platform/work.ts';
import { isBrowserKey } from './encrypt.ts';
import { vapidKey } from './vapid.ts';

/** The key to subscribe with, and whether this session's browser is subscribed. */
export async function readPush(services: Services, { sessionId }: Actor) {
  const { publicKey } = await vapidKey(services);
  const row = await services.db
    .selectFrom('push_subscription')
    .select('id')
    .where('session_id', '=', sessionId)
    .executeTakeFirst();
  return { public_key: publicKey, is_on: row !== undefined };
}

/**
 * Subscribes the browser of this session. An address belongs to one browser, so an earlier session's subscription with
 * it is removed.
 */
export async function subscribe(
  services: Services,
  { sessionId, ...actor }: Actor,
  { endpoint, keys }: z.output<typeof subscribePush.body>,
): Promise<Done> {
  if (sessionId === null) throw new Refusal('not_signed_in');
  // On a developer's machine the push service may run locally too.
  if (services.config.production && !isPublicUrl(new URL(endpoint)))
    throw new Refusal('data_invalid', 'endpoint');
  const browser_key = Buffer.from(keys.p256dh, 'base64url');
  if (!isBrowserKey(browser_key)) throw new Refusal('data_invalid', 'keys');
  return inTransaction(services, { sessionId, ...actor }, async ({ tx }): Promise<Done> => {
    await tx
      .deleteFrom('push_subscription')
      .where((eb) => eb.or([eb('session_id', '=', sessionId), eb('endpoint', '=', endpoint)]))
      .execute();
    await tx
      .insertInto('push_subscription')
      .values({
        session_id: sessionId,
        endpoint,
        browser_key,
        auth_secret: Buffer.from(keys.auth, 'base64url'),
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    return {};
  });
}

export async function unsubscribe({ db }: Services, { sessionId }: Actor): Promise<Done> {
  await db.deleteFrom('push_subscription').where('session_id', '=', sessionId).execute();
  return {};
}
