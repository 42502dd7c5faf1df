import type { EmailChange } from '@cusp/contract/email-change';
import type { StaffUserDetail, UserSession } from '@cusp/contract/staff-users';
import type { StepReset } from '@cusp/contract/step-reset';
import { fullName } from '@cusp/text/names';
import { lookup } from 'geoip-country';
import { sql } from 'kysely';
import type { DbOrTx } from '../../platform/db/database.ts';
import { found } from '../../platform/http/refusal.ts';
import type { Services } from '../../platform/services.ts';
import { deviceOf } from '../identity/device.ts';
import { secondStepsOf } from '../identity/second-steps.sql.ts';
import { livingSessionsOf } from '../identity/sessions.ts';
import { latestRequest } from '../staff-requests/staff-requests.ts';
import { presentStaffUser, USER_COLUMNS } from './staff-users.sql.ts';

/** Most entries of the log and registrations that a detail shows. */
const LOG_ENTRIES = 50;
const SCANNERS = 100;

/** Everything that a staff member sees of one account; sessions only if `withSessions`. Refuses unknown ids. */
export async function userDetail(
  services: Services,
  readerId: number,
  id: number,
  withSessions: boolean,
): Promise<StaffUserDetail> {
  const { db } = services;
  const row = found(
    await db
      .selectFrom('app_user')
      .leftJoin('app_user as blocker', 'blocker.id', 'app_user.blocked_by')
      .select(USER_COLUMNS)
      .select([
        'app_user.phone',
        'app_user.address',
        'app_user.language',
        'app_user.brand',
        'app_user.block_reason',
        'app_user.staff_version',
        'blocker.first_name as blocker_first',
        'blocker.last_name as blocker_last',
        sql<boolean>`app_user.password_hash is not null`.as('has_password'),
        sql<number>`(
          select count(*) from device where rental_manager_id = app_user.id and removed_at is null
        )`.as('rented_devices'),
      ])
      .where('app_user.id', '=', id)
      .executeTakeFirst(),
  );
  const isGone = row.deleted_at !== null;
  const [steps, reset, emailChange, social, group, connections, scanners, sessions, log] = await Promise.all([
    secondStepsOf(db, id),
    latestReset(db, id, readerId),
    latestEmailChange(db, id, readerId),
    db.selectFrom('social_identity').select('provider').distinct().where('user_id', '=', id).execute(),
    groupOf(db, id),
    connectionCounts(db, id),
    scannersOf(db, id),
    withSessions ? sessionsOf(services, id) : null,
    logOf(db, id),
  ]);
  return {
    ...presentStaffUser(row),
    phone: isGone ? '' : row.phone,
    address: isGone ? '' : row.address,
    language: row.language,
    brand: row.brand,
    activated_date: row.activated_at?.toISOString() ?? null,
    block: row.blocked_at && {
      since: row.blocked_at.toISOString(),
      by: fullName(row.blocker_first ?? '', row.blocker_last ?? ''),
      reason: row.block_reason,
    },
    version: row.staff_version,
    sign_in: {
      has_password: row.has_password,
      social: social.map(({ provider }) => provider).sort(),
      has_app: steps.appSince !== null,
      passkeys: steps.passkeys,
      recovery_codes: steps.recoveryCodes,
    },
    second_step_reset: reset,
    email_change: isGone ? null : emailChange,
    group,
    connections,
    scanners,
    rented_devices: row.rented_devices,
    sessions,
    log,
  };
}

async function groupOf(db: DbOrTx, userId: number): Promise<StaffUserDetail['group']> {
  const group = await db
    .selectFrom('share_group')
    .innerJoin('app_user as owner', 'owner.id', 'share_group.owner_id')
    .select(['share_group.id', 'share_group.name', 'owner.id as owner_id', 'first_name', 'last_name'])
    .select(
      sql<number>`(
        select count(*) from group_member where group_id = share_group.id and status = 'ACCD'
          and user_id is distinct from share_group.owner_id
      )`.as('members'),
    )
    .where(
      sql<boolean>`share_group.id in (
        select id from share_group where owner_id = ${userId}
        union select group_id from group_member where user_id = ${userId} and status = 'ACCD'
      )`,
    )
    .executeTakeFirst();
  if (!group) return null;
  return {
    id: group.id,
    name: group.name,
    is_owner: group.owner_id === userId,
    owner: { id: group.owner_id, name: fullName(group.first_name, group.last_name) },
    members: group.members,
  };
}

async function connectionCounts(db: DbOrTx, userId: number): Promise<StaffUserDetail['connections']> {
  const { rows } = await sql<StaffUserDetail['connections']>`
    select
      count(*) filter (where status = 'ACCD' and not is_locked) as accepted,
      count(*) filter (where status = 'ACCD' and is_locked) as designated,
      count(*) filter (where status = 'REQD') as pending,
      count(*) filter (where status = 'REJD') as rejected
    from connection where owner_id = ${userId} or user_id = ${userId}
  `.execute(db);
  return rows[0] ?? { accepted: 0, designated: 0, pending: 0, rejected: 0 };
}

async function scannersOf(db: DbOrTx, userId: number): Promise<StaffUserDetail['scanners']> {
  const rows = await db
    .selectFrom('device_registration as registration')
    .innerJoin('device', 'device.id', 'registration.device_id')
    .select(['device.id', 'udi', 'serial_no', 'model', 'device.state'])
    .select(['registration.confirmed_at', 'registration.created_at'])
    .where('registration.user_id', '=', userId)
    .where('device.removed_at', 'is', null)
    .orderBy('registration.id', 'desc')
    .limit(SCANNERS)
    .execute();
  return rows.map(({ id, state, confirmed_at, created_at, ...device }) => ({
    ...device,
    device_id: id,
    is_blocked: state === 'blocked',
    is_confirmed: confirmed_at !== null,
    registered_date: created_at.toISOString(),
  }));
}

async function sessionsOf(services: Services, userId: number): Promise<UserSession[]> {
  const sessions = await livingSessionsOf(services, services.db, userId);
  return sessions.map(({ id, kind, user_agent, ip, created_at, last_used_at }) => ({
    id,
    area: kind === 'staff' ? 'staff' : 'customer',
    ...deviceOf(user_agent),
    ip,
    country: lookup(ip)?.country ?? null,
    created_at: created_at.toISOString(),
    last_used_at: last_used_at.toISOString(),
  }));
}

async function logOf(db: DbOrTx, userId: number): Promise<StaffUserDetail['log']> {
  const rows = await db
    .selectFrom('account_log')
    .leftJoin('app_user as staff', 'staff.id', 'account_log.staff_id')
    .select(['account_log.id', 'action', 'reason', 'at', 'first_name', 'last_name'])
    .where('user_id', '=', userId)
    .orderBy('account_log.id', 'desc')
    .limit(LOG_ENTRIES)
    .execute();
  return rows.map(({ id, action, reason, at, first_name, last_name }) => ({
    id,
    action,
    reason,
    by: first_name === null ? null : fullName(first_name, last_name ?? ''),
    at: at.toISOString(),
  }));
}

/** The latest reset of a person's second steps; null if there was none lately. */
async function latestReset(db: DbOrTx, userId: number, readerId: number): Promise<StepReset | null> {
  const latest = await latestRequest(db, 'step_reset', userId, readerId);
  if (!latest) return null;
  const { end_reason } = await db
    .selectFrom('step_reset')
    .select('end_reason')
    .where('id', '=', latest.id)
    .executeTakeFirstOrThrow();
  return { ...latest, state: end_reason ?? (latest.approved_by === null ? 'requested' : 'waiting') };
}

/** The latest change of a person's address by staff; null if there was none lately. */
async function latestEmailChange(db: DbOrTx, userId: number, readerId: number): Promise<EmailChange | null> {
  const latest = await latestRequest(db, 'email_change', userId, readerId);
  if (!latest) return null;
  const change = await db
    .selectFrom('email_change')
    .select(['email', 'old_agreed_at', 'new_agreed_at', 'end_reason'])
    .where('id', '=', latest.id)
    .executeTakeFirstOrThrow();
  return {
    ...latest,
    state: change.end_reason ?? (latest.approved_by === null ? 'requested' : 'approved'),
    email: change.email,
    old_agreed: change.old_agreed_at !== null,
    new_agreed: change.new_agreed_at !== null,
  };
}
