import { OFFLINE_HOURS } from '@cusp/contract/offline.routes';
import type { Actor } from '../../platform/http/actor.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { keyedHash } from '../../platform/secrets/secret-box.ts';
import type { Services } from '../../platform/services.ts';
import { inTransaction } from '../../platform/work.ts';
import { limitsOf } from '../identity/session-limits.ts';

const MAX_SECONDS = OFFLINE_HOURS * 3600;

/**
 * Releases the keys with which the browser of a living session encrypts what it keeps. They are derived and therefore
 * not stored. The key of kept cases belongs to the session: after its end they cannot be decrypted any more. The key of
 * waiting changes belongs to the person, so that they can be sent after the next sign-in.
 */
export async function releaseKeys(services: Services, actor: Actor) {
  const { sessionId, userId } = actor;
  if (sessionId === null) throw new Refusal('not_signed_in');
  const { ends_at } = await limitsOf(services, sessionId);
  const left = Math.floor((Date.parse(ends_at) - Date.now()) / 1000);
  const keyOf = (use: string, owner: string) => keyedHash(services.secret, use, owner).toString('base64url');
  return inTransaction(services, actor, async (work) => {
    await work.audit({ action: 'offline_keys_released', detail: { session: sessionId } });
    return {
      cases: keyOf('offline cases', `${sessionId} ${userId}`),
      changes: keyOf('offline changes', String(userId)),
      seconds: Math.max(0, Math.min(left, MAX_SECONDS)),
    };
  });
}
