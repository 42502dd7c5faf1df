import { sql } from 'kysely';
import type { DbOrTx } from '../../platform/db/database.ts';
import { circleOf } from '../case-access/circle.sql.ts';

/** Registrations of devices that are still in use, with their device, lock and customer. */
const registrations = (db: DbOrTx) =>
  db
    .selectFrom('device_registration')
    .innerJoin('device', 'device.id', 'device_registration.device_id')
    .where('device.removed_at', 'is', null);

/** Only a device that is rented out can be locked. */
export const isLocked = sql<boolean>`coalesce(device_lock.locked and device.rental_manager_id is not null, false)`;

/** The scanners that a person sees: their own registrations, and the confirmed ones of their share group. */
export const scannersOf = (db: DbOrTx, userId: number) =>
  registrations(db)
    .innerJoin('app_user', 'app_user.id', 'device_registration.user_id')
    .leftJoin('device_lock', (join) =>
      join
        .onRef('device_lock.device_id', '=', 'device_registration.device_id')
        .onRef('device_lock.user_id', '=', 'device_registration.user_id'),
    )
    .select([
      'device_registration.id',
      'device_registration.device_id',
      'device_registration.user_id',
      'device_registration.installed_date',
      'device_registration.address',
      'device_registration.city',
      'device_registration.zip_code',
      'device_registration.confirmed_at',
      'device_registration.created_at',
      'device.udi',
      'device.serial_no',
      'device.model',
      'device.state',
      'app_user.first_name',
      'app_user.last_name',
    ])
    .select(isLocked.as('locked'))
    .where(
      sql<boolean>`(device_registration.user_id = ${userId} or (
        device_registration.confirmed_at is not null and device_registration.user_id = any(${circleOf(userId)})
      ))`,
    )
    .orderBy('device_registration.id')
    .execute();

export type ScannerRow = Awaited<ReturnType<typeof scannersOf>>[number];

/** The registration under which a person may name a device on an order: confirmed, of their circle, not blocked. */
export const registrationFor = (db: DbOrTx, userId: number, deviceId: number) =>
  registrations(db)
    .select(['device_registration.device_id', 'device_registration.user_id'])
    .where('device_registration.device_id', '=', deviceId)
    .where('device_registration.confirmed_at', 'is not', null)
    .where('device.state', '=', 'active')
    .where(sql<boolean>`device_registration.user_id = any(${circleOf(userId)})`)
    .executeTakeFirst();
