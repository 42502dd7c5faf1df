import type { PersonSession, Proof } from '@cusp/contract/security';
import { lookup } from 'geoip-country';
import type { Actor } from '../../platform/http/actor.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Services } from '../../platform/services.ts';
import { inTransaction } from '../../platform/work.ts';
import { deviceOf } from '../identity/device.ts';
import { endSessions, livingSessionsOf } from '../identity/sessions.ts';
import { proveSelf } from './prove-self.ts';

/** A person's sessions, latest use first. */
export async function listSessions(services: Services, actor: Actor): Promise<PersonSession[]> {
  const sessions = await livingSessionsOf(services, services.db, actor.userId);
  return sessions.map(({ id, user_agent, ip, created_at, last_used_at }) => ({
    id,
    ...deviceOf(user_agent),
    ip,
    country: lookup(ip)?.country ?? null,
    created_at: created_at.toISOString(),
    last_used_at: last_used_at.toISOString(),
    current: id === actor.sessionId,
  }));
}

/** Ends one of one's own sessions, in all processes. */
export async function endOwnSession(
  services: Services,
  actor: Actor,
  { sessionId, proof }: { sessionId: string; proof: Proof },
): Promise<void> {
  await proveSelf(services, actor, proof);
  await inTransaction(services, actor, async (work) => {
    const own = await livingSessionsOf(services, work.tx, actor.userId);
    if (!own.some(({ id }) => id === sessionId)) throw new Refusal('not_found');
    await endSessions(work, { sessionId }, 'ended by its person');
    await work.audit({ action: 'authn_session_ended', detail: { session: sessionId } });
  });
}

/** Ends all of one's own sessions except the present one; returns how many. */
export async function endOtherSessions(services: Services, actor: Actor, proof: Proof): Promise<number> {
  await proveSelf(services, actor, proof);
  return inTransaction(services, actor, async (work) => {
    const own = await livingSessionsOf(services, work.tx, actor.userId);
    const others = own.filter(({ id }) => id !== actor.sessionId);
    await endSessions(work, { userId: actor.userId, except: actor.sessionId }, 'ended by its person');
    if (others.length > 0)
      await work.audit({ action: 'authn_session_ended', detail: { sessions: others.length } });
    return others.length;
  });
}
