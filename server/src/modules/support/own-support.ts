import { sql } from 'kysely';
import type { SupportMode } from '../../platform/db/tables/support.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { found } from '../../platform/http/refusal.ts';
import type { Services } from '../../platform/services.ts';
import { inTransaction, type Work } from '../../platform/work.ts';
import { endSessions } from '../identity/sessions.ts';
import { presentConsent, presentVisit } from './support.present.ts';
import { openedIn, runningConsent, supportRows } from './support.sql.ts';

const MAX_VISITS = 50;

/** A customer's consent, and the sessions in which support was in their account, from the audit log. */
export async function readOwnSupport({ db }: Services, { userId }: Actor) {
  const [consent, visits] = await Promise.all([
    runningConsent(db, userId),
    supportRows(db)
      .where('subject_id', '=', userId)
      .where('started_at', 'is not', null)
      .limit(MAX_VISITS)
      .execute(),
  ]);
  const opened = await openedIn(db, userId, {
    sessionIds: visits.flatMap(({ session_id }) => session_id ?? []),
    since: new Date(Math.min(Date.now(), ...visits.map((visit) => visit.requested_at.getTime()))),
  });
  return {
    consent: consent ? presentConsent(consent) : null,
    visits: visits.map((visit) => presentVisit(visit, opened)),
  };
}

interface Consent {
  hours: number;
  mode: SupportMode;
  sees_patients: boolean;
}

/** Lets support in for a while; replaces an earlier consent and ends the sessions based on it. */
export const consentToSupport = (services: Services, actor: Actor, { hours, mode, sees_patients }: Consent) =>
  inTransaction(services, actor, async (work) => {
    await takeBack(work);
    await work.tx
      .insertInto('support_grant')
      .values({
        user_id: actor.userId,
        mode,
        sees_patients,
        until: sql<Date>`now() + make_interval(hours => ${hours})`,
        revoked_at: null,
      })
      .execute();
    await work.audit({ action: 'support_grant_given', detail: { hours, mode, sees_patients } });
  });

/** Withdraws the consent; does nothing without one. */
export const revokeSupport = (services: Services, actor: Actor) =>
  inTransaction(services, actor, async (work) => {
    if (await takeBack(work)) await work.audit({ action: 'support_grant_revoked' });
  });

/** Revokes the consent and ends its sessions; returns whether there was one. */
async function takeBack(work: Work): Promise<boolean> {
  // Serialises concurrent changes of one person, so that no second consent stays behind.
  await work.tx.selectFrom('app_user').select('id').where('id', '=', work.actor.userId).forUpdate().execute();
  const revoked = await work.tx
    .updateTable('support_grant')
    .set({ revoked_at: sql`now()` })
    .where('user_id', '=', work.actor.userId)
    .where('revoked_at', 'is', null)
    .where('until', '>', sql<Date>`now()`)
    .returning('id')
    .execute();
  for (const { id } of revoked) {
    const running = await work.tx
      .selectFrom('support_session')
      .select('session_id')
      .where('grant_id', '=', id)
      .where('ended_at', 'is', null)
      .execute();
    for (const { session_id } of running)
      if (session_id) await endSessions(work, { sessionId: session_id }, 'consent revoked');
  }
  return revoked.length > 0;
}

/** Ends a session in which support is in one's account, with or without a consent. */
export const endOwnSupport = (services: Services, actor: Actor, id: number) =>
  inTransaction(services, actor, async (work) => {
    const row = found(
      await work.tx
        .selectFrom('support_session')
        .select(['session_id', 'ended_at'])
        .where('id', '=', id)
        .where('subject_id', '=', actor.userId)
        .where('started_at', 'is not', null)
        .executeTakeFirst(),
    );
    if (row.ended_at || !row.session_id) return;
    await endSessions(work, { sessionId: row.session_id }, 'ended by the customer');
    await work.audit({ action: 'support_ended', detail: { support: id } });
  });
