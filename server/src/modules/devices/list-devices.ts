import type { Device, listDevices as endpoint, RegCustomer } from '@cusp/contract/devices';
import { sql } from 'kysely';
import type * as z from 'zod';
import type { Actor } from '../../platform/http/actor.ts';
import { pageOf, pageWithin } from '../../platform/http/pagination.ts';
import type { Services } from '../../platform/services.ts';
import { hasWords, rentedDevices, requireRentalManager, SORTED_BY } from './rental.sql.ts';
import { isLocked } from './scanners.sql.ts';

type Query = z.output<typeof endpoint.query>;

/** One page of the devices that a rental manager's company rents out. */
export async function listDevices(
  { db }: Services,
  { userId }: Actor,
  { search, sort, page, num_per_page }: Query,
) {
  await requireRentalManager(db, userId);
  const wanted = rentedDevices(db, userId).where(hasWords(search));
  const { count } = await wanted.select(sql<number>`count(*)::int`.as('count')).executeTakeFirstOrThrow();
  const number = pageWithin(page, count, num_per_page);
  const [column, direction] = sort.split(' ') as [keyof typeof SORTED_BY, 'asc' | 'desc'];
  const rows = await wanted
    .select([
      'device.id',
      'device.udi',
      'device.serial_no',
      'device.prod_date',
      'device.model',
      'customer.name',
      'customer.email',
      'customer.phone',
      'customer.country',
      'customer.address',
      'customer.city',
      'customer.state',
      'customer.zip_code',
      'customer.installed_date',
    ])
    .select([isLocked.as('locked'), sql<number>`coalesce(device_lock.version, 0)`.as('lock_version')])
    .orderBy(SORTED_BY[column], direction)
    .orderBy('device.id', direction)
    .limit(num_per_page)
    .offset((number - 1) * num_per_page)
    .execute();
  return { devices: rows.map(presentDevice), page: { ...pageOf(number, count, num_per_page), count } };
}

interface Row extends Omit<Device, 'state' | 'reg_customer'>, RegCustomer {
  locked: boolean;
}

const presentDevice = ({
  id,
  udi,
  serial_no,
  prod_date,
  model,
  locked,
  lock_version,
  ...customer
}: Row): Device => ({
  id,
  udi,
  serial_no,
  prod_date,
  model,
  state: locked ? 'locked' : 'unlocked',
  lock_version,
  reg_customer: customer,
});
