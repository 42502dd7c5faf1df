import { sql } from 'kysely';
import { Secret, TOTP } from 'otpauth';
import type { Doer } from '../../platform/http/actor.ts';
import { seal, secretsOf, unsealByAny } from '../../platform/secrets/secret-box.ts';
import type { Services } from '../../platform/services.ts';
import type { Work } from '../../platform/work.ts';

export const APP_PURPOSE = 'authenticator app';
const PERIOD_S = 30;
/** Tolerance for clock differences of half a minute. */
const WINDOW = 1;

/** RFC 6238 with the parameters all apps support: SHA-1, six digits, 30 seconds. */
const totpOf = (secret: Secret, about: { issuer?: string; label?: string } = {}) =>
  new TOTP({ ...about, secret, algorithm: 'SHA1', digits: 6, period: PERIOD_S });

/** A new secret: as text, as QR code, and encrypted for storage. */
export function newAppSecret(services: Services, user: { id: number; email: string }, issuer: string) {
  const secret = new Secret({ size: 20 });
  return {
    secret: secret.base32,
    uri: totpOf(secret, { issuer, label: user.email }).toString(),
    sealed: seal(services.secret, APP_PURPOSE, user.id, secret.bytes),
  };
}

/**
 * Whether a code is valid now; uses it and older ones up. Locks the row, so that of two concurrent uses one is
 * refused.
 */
export async function spendAppCode(
  work: Work<Doer>,
  userId: number,
  code: string,
  state: 'confirmed' | 'unconfirmed',
): Promise<boolean> {
  const app = await work.tx
    .selectFrom('authenticator_app')
    .select(['secret', 'last_step'])
    .where('user_id', '=', userId)
    .where('confirmed_at', state === 'confirmed' ? 'is not' : 'is', null)
    .forUpdate()
    .executeTakeFirst();
  const opened = app && unsealByAny(secretsOf(work.services), APP_PURPOSE, userId, app.secret);
  if (!app || !opened) return false;
  const now = Date.now();
  const secret = new Secret({ buffer: new Uint8Array(opened.bytes).buffer });
  const delta = totpOf(secret).validate({ token: code, timestamp: now, window: WINDOW });
  if (delta === null) return false;
  const step = Math.floor(now / 1000 / PERIOD_S) + delta;
  if (step <= app.last_step) return false;
  await work.tx
    .updateTable('authenticator_app')
    .set({ last_step: step, ...(state === 'unconfirmed' ? { confirmed_at: sql`now()` } : {}) })
    .where('user_id', '=', userId)
    .execute();
  return true;
}
