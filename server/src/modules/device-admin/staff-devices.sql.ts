import type { StaffDevice } from '@cusp/contract/staff-devices';
import type { STAFF_DEVICE_SORTS } from '@cusp/contract/staff-devices.routes';
import { udiSearch } from '@cusp/dental/udi/read-udi';
import { fullName } from '@cusp/text/names';
import { type RawBuilder, sql } from 'kysely';
import type { DbOrTx } from '../../platform/db/database.ts';
import type { LongList } from '../staff-lists/long-list.sql.ts';

/** As the indexes of `device` have them. */
const SORTS: Record<(typeof STAFF_DEVICE_SORTS)[number], RawBuilder<unknown>> = {
  udi: sql`udi_key collate "C"`,
  serial_no: sql`serial_key collate "C"`,
  prod_date: sql`prod_date`,
  model: sql`model`,
  state: sql`state`,
  name: sql`fold(customer_name)`,
  email: sql`customer_email`,
  country: sql`customer_country`,
};

/** All devices, or those with a customer. */
export const deviceList = (db: DbOrTx, isRegistered: boolean): LongList => ({
  table: sql`device`,
  where: [sql<boolean>`removed_at is null`, ...(isRegistered ? [sql<boolean>`customer_id is not null`] : [])],
  searched: sql`search`,
  readSearch: udiSearch,
  sorts: SORTS,
  async count() {
    const { rows } = await sql<{ count: number }>`
      select coalesce(sum(count), 0)::bigint as count from device_tally where registered or ${!isRegistered}
    `.execute(db);
    return rows[0]?.count ?? 0;
  },
});

/** Devices with these ids, in no order. */
export async function devicesOf(db: DbOrTx, ids: readonly number[]): Promise<StaffDevice[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('device')
    .leftJoin('device_registration as customer', (join) =>
      join.onRef('customer.device_id', '=', 'device.id').on('customer.confirmed_at', 'is not', null),
    )
    .leftJoin('device_lock as lock', (join) =>
      join.onRef('lock.device_id', '=', 'device.id').onRef('lock.user_id', '=', 'customer.user_id'),
    )
    .leftJoin('partner_feature as feature', 'feature.udi_key', 'device.udi_key')
    .leftJoin('app_user as manager', 'manager.id', 'device.rental_manager_id')
    .where('device.id', 'in', ids)
    .where('device.removed_at', 'is', null)
    .select([
      'device.id',
      'device.udi',
      'device.serial_no',
      'device.prod_date',
      'device.model',
      'device.state',
      'device.version',
      'device.created_at',
      'device.rental_manager_id',
      'manager.first_name as manager_first',
      'manager.last_name as manager_last',
      'manager.email as manager_email',
      'manager.blocked_at as manager_blocked',
      'manager.deleted_at as manager_deleted',
      'lock.locked',
      'feature.option',
      'feature.version as feature_version',
      'customer.user_id',
      'customer.name',
      'customer.email',
      'customer.phone',
      'customer.country',
      'customer.address',
      'customer.city',
      'customer.state as customer_state',
      'customer.zip_code',
      'customer.installed_date',
      'customer.confirmed_at',
    ])
    .execute();
  return rows.map((row) => ({
    id: row.id,
    udi: row.udi,
    serial_no: row.serial_no,
    prod_date: row.prod_date,
    model: row.model,
    state: stateOf(row),
    version: row.version,
    created_date: row.created_at.toISOString(),
    feature:
      row.option === null || row.feature_version === null
        ? null
        : { option: row.option, version: row.feature_version },
    registered_date: row.confirmed_at?.toISOString() ?? null,
    rental_manager: managerOf(row),
    reg_customer:
      row.user_id === null
        ? null
        : {
            user_id: row.user_id,
            name: row.name ?? '',
            email: row.email ?? '',
            phone: row.phone ?? '',
            country: row.country ?? '',
            address: row.address ?? '',
            city: row.city ?? '',
            state: row.customer_state ?? '',
            zip_code: row.zip_code ?? '',
            installed_date: row.installed_date,
          },
  }));
}

interface Managed {
  rental_manager_id: number | null;
  manager_first: string | null;
  manager_last: string | null;
  manager_email: string | null;
  manager_blocked: Date | null;
  manager_deleted: Date | null;
}

function managerOf({ rental_manager_id: id, ...row }: Managed): StaffDevice['rental_manager'] {
  if (id === null) return null;
  if (row.manager_deleted) return { id, name: '', email: '', account: 'deleted' };
  return {
    id,
    name: fullName(row.manager_first ?? '', row.manager_last ?? ''),
    email: row.manager_email ?? '',
    account: row.manager_blocked ? 'blocked' : 'active',
  };
}

interface Locked {
  state: 'active' | 'blocked';
  locked: boolean | null;
  rental_manager_id: number | null;
}

/** A lock counts only while the device has a rental manager. */
function stateOf({ state, locked, rental_manager_id }: Locked): StaffDevice['state'] {
  if (state === 'blocked') return 'blocked';
  return locked && rental_manager_id !== null ? 'locked' : 'active';
}
