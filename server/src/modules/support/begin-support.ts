import { SUPPORT_MINUTES } from '@cusp/contract/support.routes';
import { sql } from 'kysely';
import type { Visitor } from '../../platform/http/actor.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Services } from '../../platform/services.ts';
import { timeInWords } from '../../platform/time/time-in-words.ts';
import { inTransaction } from '../../platform/work.ts';
import {
  endSessions,
  hashToken,
  insertSession,
  type OpenedSession,
  sessionOfCookie,
} from '../identity/sessions.ts';
import { loadUser } from '../identity/user.sql.ts';
import { nameOf } from '../people/person.present.ts';
import { notifySupport } from './notify-support.ts';
import { subjectById } from './support.sql.ts';

interface Link {
  token: string;
  /** Refresh token of the browser's staff session. */
  staffRefresh: string | null;
}

/**
 * Begins a support session with the token of its link, once, and only in a browser in which the requesting staff member
 * is signed in. It ends their earlier one. All its conditions are checked by the same SQL as on each of its requests.
 */
export async function beginSupport(
  services: Services,
  visitor: Visitor,
  { token, staffRefresh }: Link,
): Promise<OpenedSession & { supportId: number }> {
  return inTransaction(services, visitor, async (work) => {
    const begun = staffRefresh ? await sessionOfCookie(services, staffRefresh, work.tx) : undefined;
    if (begun?.kind !== 'staff' || begun.unsecured) throw new Refusal('support_link_invalid');
    // Serialised, so that each of several concurrent ones ends the previous one.
    await work.tx
      .selectFrom('app_user')
      .select('id')
      .where('id', '=', begun.user_id)
      .forNoKeyUpdate()
      .execute();
    const request = await work.tx
      .selectFrom('support_session')
      .selectAll()
      .where('link_hash', '=', hashToken(token))
      .where('link_until', '>', sql<Date>`now()`)
      .where('staff_id', '=', begun.user_id)
      .where('started_at', 'is', null)
      .where('ended_at', 'is', null)
      .forUpdate()
      .executeTakeFirst();
    const subject = request && (await subjectById(work.tx, request.subject_id));
    if (!request || !subject) throw new Refusal('support_link_invalid');

    const { id, staff_id: staffId, mode, sees_patients: seesPatients } = request;
    const earlier = await work.tx
      .selectFrom('support_session')
      .select('session_id')
      .where('staff_id', '=', staffId)
      .where('started_at', 'is not', null)
      .where('ended_at', 'is', null)
      .execute();
    for (const { session_id } of earlier)
      if (session_id) await endSessions(work, { sessionId: session_id }, 'another one began');

    const consent = await work.tx
      .selectFrom('support_grant')
      .select('until')
      .where('id', '=', request.grant_id)
      .executeTakeFirst();
    const inTime = Date.now() + SUPPORT_MINUTES * 60_000;
    const endsAt = new Date(Math.min(inTime, consent?.until.getTime() ?? inTime));
    const session = await insertSession(work, { userId: subject.id, kind: 'support', endsAt, staffId });
    await work.tx
      .updateTable('support_session')
      .set({
        link_hash: null,
        link_until: null,
        staff_session_id: begun.id,
        session_id: session.sessionId,
        started_at: sql`now()`,
        ends_at: session.endsAt,
      })
      .where('id', '=', id)
      .execute();
    if (!(await sessionOfCookie(services, session.refresh, work.tx)))
      throw new Refusal('support_link_invalid');

    const support = { id, staffId, mode, seesPatients };
    await work
      .as({ userId: subject.id, sessionId: session.sessionId, support })
      .audit({ action: 'support_began', detail: { support: id } });
    await notifySupport(work, subject, 'support-began', {
      sender: nameOf(await loadUser(work.tx, staffId)),
      until: timeInWords(subject.language, session.endsAt),
    });
    return { ...session, supportId: id };
  });
}
