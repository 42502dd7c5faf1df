import type { Device, listDevices as endpoint, RegCustomer } from '@cusp/contract/devices';
import { sql } from 'kysely';
import type * as z from 'zod';
import type { Actor } from '../../platform/http/actor.ts';
import type { Services } from '../../platform/services.ts';
import { countedPage, inOrder, pageOfIds } from '../staff-lists/long-list.sql.ts';
import { rentalList, rentedDevices, requireRentalManager } from './rental.sql.ts';
import { isLocked } from './scanners.sql.ts';

type Query = z.output<typeof endpoint.query>;

/** One page of the devices that a rental manager's company rents out. */
export async function listDevices({ db }: Services, { userId }: Actor, query: Query) {
  await requireRentalManager(db, userId);
  const page = await pageOfIds(db, rentalList(db, userId), query);
  const rows = await rentedDevices(db, userId)
    .where('device.id', 'in', [0, ...page.ids])
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
    .execute();
  return {
    devices: inOrder(page.ids, rows).map(presentDevice),
    page: countedPage(page, query.num_per_page),
  };
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
