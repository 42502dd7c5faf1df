import type { DEVICE_SORTS } from '@cusp/contract/devices.routes';
import { udiSearch } from '@cusp/dental/udi/read-udi';
import { type RawBuilder, sql } from 'kysely';
import type { DbOrTx } from '../../platform/db/database.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { circleOf } from '../case-access/circle.sql.ts';
import type { LongList } from '../staff-lists/long-list.sql.ts';

/** Refuses everybody but rental managers. */
export async function requireRentalManager(db: DbOrTx, userId: number): Promise<void> {
  const row = await db
    .selectFrom('app_user')
    .select('is_device_rental_manager')
    .where('id', '=', userId)
    .executeTakeFirst();
  if (!row?.is_device_rental_manager) throw new Refusal('forbidden');
}

/** The devices of a rental company that a customer has: of the manager or of a member of their share group. */
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

/** Sort expressions of the columns; the lock puts locked devices first. */
const SORTS: Record<(typeof DEVICE_SORTS)[number], RawBuilder<unknown>> = {
  udi: sql`udi_key collate "C"`,
  name: sql`fold(customer_name)`,
  email: sql`customer_email`,
  country: sql`customer_country`,
  state: sql`not exists (
    select from device_lock where device_id = device.id and user_id = device.customer_id and locked
  )`,
};

/** The same devices as a list; a company's are found by the index of its people and sorted. */
export const rentalList = (db: DbOrTx, userId: number): LongList => ({
  table: sql`device`,
  where: [
    sql<boolean>`removed_at is null and customer_id is not null`,
    sql<boolean>`rental_manager_id = any(${circleOf(userId)})`,
  ],
  searched: sql`search`,
  readSearch: udiSearch,
  sorts: SORTS,
  async count() {
    const { rows } = await sql<{ count: number }>`
      select coalesce(sum(count), 0)::bigint as count from rental_tally where user_id = any(${circleOf(userId)})
    `.execute(db);
    return rows[0]?.count ?? 0;
  },
});
