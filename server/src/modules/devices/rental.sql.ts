import { type RawBuilder, sql } from 'kysely';
import type { DbOrTx } from '../../platform/db/database.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { circleOf } from '../case-access/circle.sql.ts';
import { isLocked } from './scanners.sql.ts';

/** Refuses everybody but rental managers. */
export async function requireRentalManager(db: DbOrTx, userId: number): Promise<void> {
  const row = await db
    .selectFrom('app_user')
    .select('is_device_rental_manager')
    .where('id', '=', userId)
    .executeTakeFirst();
  if (!row?.is_device_rental_manager) throw new Refusal('forbidden');
}

/** The devices of a rental company that a customer has: of the manager or of somebody of their share group. */
export const rentedDevices = (db: DbOrTx, userId: number) =>
  db
    .selectFrom('device')
    .innerJoin('device_registration as customer', (join) =>
      join.onRef('customer.device_id', '=', 'device.id').on('customer.confirmed_at', 'is not', null),
    )
    .leftJoin('device_lock', (join) =>
      join
        .onRef('device_lock.device_id', '=', 'customer.device_id')
        .onRef('device_lock.user_id', '=', 'customer.user_id'),
    )
    .where('device.removed_at', 'is', null)
    .where(sql<boolean>`device.rental_manager_id = any(${circleOf(userId)})`);

type Column = 'udi' | 'name' | 'email' | 'country' | 'state';

/** What each column is sorted by; the lock puts locked devices first. */
export const SORTED_BY: Record<Column, RawBuilder<unknown>> = {
  udi: sql`device.udi_key collate "C"`,
  name: sql`fold(customer.name)`,
  email: sql`lower(customer.email)`,
  country: sql`customer.country`,
  state: sql`not ${isLocked}`,
};

const SEARCHED = sql`fold(concat_ws(' ',
  device.udi, device.udi_key, device.serial_no, device.model, customer.name, customer.email, customer.country
))`;

/** Whether a device has every word of a search somewhere. */
export const hasWords = (search: string): RawBuilder<boolean> => {
  const words = search.split(/\s+/).filter(Boolean);
  if (words.length === 0) return sql<boolean>`true`;
  const one = (word: string) =>
    sql<boolean>`${SEARCHED} like '%' || replace(replace(replace(fold(${word}), '\\', '\\\\'), '%', '\\%'), '_', '\\_') || '%'`;
  return sql<boolean>`(${sql.join(words.map(one), sql` and `)})`;
};
