import { sql } from 'kysely';
import { insertSession, openSession } from '../modules/identity/sessions.ts';
import type { SupportMode } from '../platform/db/tables/support.ts';
import { inTransaction } from '../platform/work.ts';
import { type Client, clientFor, type TestApp } from './test-app.ts';

interface Wanted {
  mode?: SupportMode;
  seesPatients?: boolean;
  /** The second staff member, who approved a session without the customer's consent. */
  approvedBy?: { id: number };
}

export interface SupportClient extends Client {
  id: number;
  sessionId: string;
  staffSessionId: string;
  grantId: number | null;
}

/** A support session in which a staff member acts for a customer, by consent unless `approvedBy` is given. */
export async function supportClient(
  t: TestApp,
  staff: { id: number },
  subject: { id: number },
  { mode = 'read', seesPatients = false, approvedBy }: Wanted = {},
): Promise<SupportClient> {
  const origin = { ip: '127.0.0.1', userAgent: 'test', requestId: null };
  return inTransaction(t.services, origin, async (work) => {
    const begun = await openSession(work, staff.id, 'staff');
    const grant = approvedBy
      ? null
      : await work.tx
          .insertInto('support_grant')
          .values({
            user_id: subject.id,
            mode,
            sees_patients: seesPatients,
            until: sql<Date>`now() + interval '1 day'`,
            revoked_at: null,
          })
          .returning('id')
          .executeTakeFirstOrThrow();
    const endsAt = new Date(Date.now() + 30 * 60_000);
    const session = await insertSession(work, {
      userId: subject.id,
      kind: 'support',
      endsAt,
      staffId: staff.id,
    });
    const { id } = await work.tx
      .insertInto('support_session')
      .values({
        staff_id: staff.id,
        subject_id: subject.id,
        reason_code: 'problem',
        reason: 'Files do not open for the customer',
        mode,
        sees_patients: seesPatients && !approvedBy,
        grant_id: grant?.id ?? null,
        approved_by: approvedBy?.id ?? null,
        approved_at: null,
        link_hash: null,
        link_until: null,
        staff_session_id: begun.sessionId,
        session_id: session.sessionId,
        started_at: sql<Date>`now()`,
        ends_at: endsAt,
        ended_at: null,
        end_reason: null,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return {
      ...clientFor(t.app, session.access, session.refresh),
      id,
      sessionId: session.sessionId,
      staffSessionId: begun.sessionId,
      grantId: grant?.id ?? null,
    };
  });
}
