import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { JOBS_SCHEMA } from '../../platform/jobs/jobs.ts';
import type { Work } from '../../platform/work.ts';
import { peopleAround } from '../case-access/circle.sql.ts';
import { endExports } from '../case-access/end-exports.ts';
import { releaseAssignees } from '../case-access/release-assignees.ts';
import { endSessions } from '../identity/sessions.ts';
import { noteCircles } from '../share-groups/circles-changed.ts';

/** Tables whose rows of a person go with the account; those that refer to others come first. */
const OWN_ROWS = [
  'known_device',
  'mail_token',
  'sign_in_step',
  'arrival_code',
  'passkey_challenge',
  'authenticator_app',
  'recovery_code',
  'email_change',
  'step_reset',
  'passkey',
  'social_identity',
  'account_log',
  'inbox_item',
  'undo_step',
] as const;

/**
 * Removes all personal data of an account whose row is locked. Its number stays, for the audit log and for the records
 * of others, who see it as a deleted account. The address is free again.
 */
export async function eraseAccount(work: Work, email: string): Promise<void> {
  const { tx, actor } = work;
  const { userId } = actor;
  await endSessions(work, { userId }, 'account closed');
  await partFromOthers(work);
  await removeBytes(work);
  for (const table of OWN_ROWS)
    await sql`delete from ${sql.table(table)} where user_id = ${userId}`.execute(tx);
  for (const table of ['case_view', 'order_template', 'production_plan'] as const)
    await tx.deleteFrom(table).where('owner_id', '=', userId).execute();
  await emptySupport(tx, userId);
  await tx.deleteFrom('session').where('user_id', '=', userId).execute();
  await endScanners(tx, userId);
  await tx
    .updateTable('share_link')
    .set({ recipient: '', email: '', revoked_at: sql`coalesce(revoked_at, now())` })
    .where('maker_id', '=', userId)
    .execute();
  await sql`
    delete from ${sql.table(`${JOBS_SCHEMA}.job`)}
    where state < 'active' and name = 'mail' and (data->>'userId' = ${String(userId)} or data->>'to' = ${email})
  `.execute(tx);
  await tx
    .updateTable('app_user')
    .set({
      email: '',
      email_key: `closed:${userId}`,
      password_hash: null,
      first_name: '',
      last_name: '',
      institution: '',
      phone: '',
      phone_verified: false,
      address: '',
      picture_key: null,
      picture_type: null,
      last_device_id: null,
      work_calendar: null,
      block_reason: '',
      deleted_at: sql`now()`,
    })
    .where('id', '=', userId)
    .execute();
}

/** Keeps which staff acted for a person, but not what they wrote about it. */
export const emptySupport = (tx: Tx, userId: number) =>
  tx
    .updateTable('support_session')
    .set({ reason: '', ticket: '' })
    .where('subject_id', '=', userId)
    .execute();

/** Connections, invitations and the group; the others' open pages follow. */
async function partFromOthers(work: Work): Promise<void> {
  const { tx, actor } = work;
  const { userId } = actor;
  const connections = await tx
    .deleteFrom('connection')
    .where((row) => row.or([row('owner_id', '=', userId), row('user_id', '=', userId)]))
    .returning(['id', 'owner_id', 'user_id'])
    .execute();
  for (const { id, owner_id, user_id } of connections) {
    const other = owner_id === userId ? user_id : owner_id;
    if (other !== null)
      await work.record({
        name: 'contact_deleted',
        audience: await peopleAround(tx, [other]),
        ids: { connection: id },
      });
  }
  const circle = await peopleAround(tx, [userId]);
  const members = await tx
    .deleteFrom('group_member')
    .where((row) => row.or([row('user_id', '=', userId), row('requester_id', '=', userId)]))
    .returning(['id', 'group_id', 'user_id'])
    .execute();
  const owners = await tx
    .selectFrom('share_group')
    .select('owner_id')
    .where('id', 'in', [0, ...members.flatMap((row) => (row.user_id === userId ? row.group_id : []))])
    .execute();
  for (const { owner_id } of owners) await endExports(work, owner_id);
  await tx.deleteFrom('share_group').where('owner_id', '=', userId).execute();
  for (const { id, group_id } of members)
    await work.record({ name: 'sguser_deleted', audience: circle, ids: { group: group_id, member: id } });
  await releaseAssignees(work, circle);
  await noteCircles(work, circle);
}

/** The exports of a person with their files, also those that a guest has made. */
export async function removeExports(work: Work): Promise<void> {
  const { rows } = await sql<{ key: string | null }>`
    delete from data_export where created_by = ${work.actor.userId} returning storage_key as key
  `.execute(work.tx);
  for (const { key } of rows) if (key) await work.enqueue('delete-bytes', { key });
}

/** Bytes that belong to the person go by jobs of the transaction that removes the rows that name them. */
async function removeBytes(work: Work): Promise<void> {
  const { tx, actor } = work;
  await removeExports(work);
  const { rows } = await sql<{ key: string }>`
    with labs as (delete from lab where user_id = ${actor.userId} returning logo_key as storage_key),
    pictures as (select picture_key as storage_key from app_user where id = ${actor.userId})
    select storage_key as key from (
      select * from labs union all select * from pictures
    ) as keys where storage_key is not null
  `.execute(tx);
  for (const { key } of rows) await work.enqueue('delete-bytes', { key });
}

/** A locked scanner would lose its lock with the registration, so that one stays, without the person's data. */
async function endScanners(tx: Tx, userId: number): Promise<void> {
  await tx
    .updateTable('device')
    .set({ rental_manager_id: null })
    .where('rental_manager_id', '=', userId)
    .execute();
  await sql`
    delete from device_registration where user_id = ${userId} and not exists (
      select from device_lock where device_lock.device_id = device_registration.device_id
        and device_lock.user_id = device_registration.user_id and locked
    )
  `.execute(tx);
  await tx
    .updateTable('device_registration')
    .set({ name: '', email: '', phone: '', address: '', city: '', state: '', zip_code: '' })
    .where('user_id', '=', userId)
    .execute();
}
