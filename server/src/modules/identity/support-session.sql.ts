import { sql } from 'kysely';
import type { DbOrTx } from '../../platform/db/database.ts';
import type { Support } from '../../platform/http/actor.ts';
import { isStaff } from './second-steps.sql.ts';

/** Whether staff may act for the joined `app_user`: not for staff, and only for accounts in use. */
export const maySupport = sql<boolean>`(
  app_user.presence = 'home' and app_user.deleted_at is null and app_user.blocked_at is null
  and app_user.activated_at is not null and not ${isStaff}
)`;

/** Whether the person in `alias` may act for customers. */
export const maySupportOthers = (alias: string) => sql<boolean>`(
  ${sql.ref(`${alias}.is_staff`)} and ${sql.ref(`${alias}.deleted_at`)} is null
  and ${sql.ref(`${alias}.blocked_at`)} is null
)`;

/**
 * Whether the joined `session`, a support session, may still be used for the joined `app_user`. All conditions are read
 * on each request: the staff member's flag, account and sign-in, the customer's account and consent.
 */
export const supportHolds = sql<boolean>`exists (
  select from support_session as support
  join app_user as staff on staff.id = support.staff_id
  join session as begun on begun.id = support.staff_session_id
  left join support_grant as consent on consent.id = support.grant_id
  where support.session_id = session.id and support.ended_at is null and support.ends_at > now()
    and begun.kind = 'staff' and begun.ended_at is null and begun.expires_at > now()
    and ${maySupportOthers('staff')} and ${maySupport}
    and case when support.grant_id is null then support.approved_by is not null
      else consent.revoked_at is null and consent.until > now() end
)`;

/** The staff member of a support session and the permissions; null for other sessions. */
export const supportColumn = sql<Support | null>`(
  select json_build_object('id', support.id, 'staffId', support.staff_id, 'mode', support.mode,
    'seesPatients', support.sees_patients)
  from support_session as support where session.kind = 'support' and support.session_id = session.id
)`;

/** Marks the support sessions of ended sessions as ended, with the reason. */
export async function endSupport(db: DbOrTx, sessionIds: readonly string[], reason: string): Promise<void> {
  if (sessionIds.length === 0) return;
  await db
    .updateTable('support_session')
    .set({ ended_at: sql`now()`, end_reason: reason })
    .where('session_id', 'in', [...sessionIds])
    .where('ended_at', 'is', null)
    .execute();
}
