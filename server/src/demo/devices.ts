import { fullName } from '@cusp/text/names';
import { emailOf } from '../demo-accounts.ts';
import { setDeviceFeatures } from '../modules/device-admin/set-features.ts';
import { addDevice } from '../modules/devices/add-device.ts';
import { internalActor } from '../platform/http/actor.ts';
import type { Services } from '../platform/services.ts';
import { inTransaction } from '../platform/work.ts';
import type { Cast, DemoDevice, DemoPerson } from './cast.ts';
import { type DemoPeople, idOf } from './practices.ts';

/** GTIN of the demo's scanners. */
const GTIN = '09506000134352';

/**
 * The factory register of the demo, with scanners that its rental manager rents out; returns the device of each
 * customer.
 */
export async function addDevices(
  services: Services,
  cast: Pick<Cast, 'people' | 'devices'>,
  people: DemoPeople,
): Promise<ReadonlyMap<string, number>> {
  const idWith = (flag: DemoPerson['flag']) =>
    idOf(people, cast.people.find((each) => each.flag === flag)?.key ?? '');
  const [maker, renter] = [idWith('is_device_manager'), idWith('is_device_rental_manager')];
  const registered = new Map<string, number>();
  for (const { serial, model, made, isRented, feature, customer } of cast.devices) {
    const device = {
      udi: `(01)${GTIN}(11)${made.slice(2).replaceAll('-', '')}(21)${serial}`,
      serialNo: serial,
      prodDate: made,
      model,
      rentalManagerId: isRented ? renter : null,
    };
    const { id } = await inTransaction(services, internalActor(maker), (work) => addDevice(work, device));
    if (feature !== undefined)
      await setDeviceFeatures(services, internalActor(maker), [{ udi: device.udi, option: feature }]);
    if (!customer) continue;
    const person = cast.people.find(({ key }) => key === customer.key);
    if (!person) throw new Error(`nobody is called ${customer.key}`);
    await register(services, id, { ...person, userId: idOf(people, customer.key) }, customer);
    registered.set(customer.key, id);
  }
  return registered;
}

async function register(
  { db }: Services,
  deviceId: number,
  person: DemoPerson & { userId: number },
  { key, city, zip, installed }: NonNullable<DemoDevice['customer']>,
): Promise<void> {
  await db
    .insertInto('device_registration')
    .values({
      device_id: deviceId,
      user_id: person.userId,
      name: fullName(person.first, person.last),
      email: emailOf(key),
      phone: person.phone,
      country: person.country,
      address: person.address.split(',')[0] ?? '',
      city,
      zip_code: zip,
      installed_date: installed,
      confirmed_at: new Date(installed),
      created_at: new Date(installed),
    })
    .execute();
}
