import { emailOf } from '../demo-accounts.ts';
import { addDevice } from '../modules/devices/add-device.ts';
import { internalActor } from '../platform/http/actor.ts';
import type { Services } from '../platform/services.ts';
import { inTransaction } from '../platform/work.ts';
import { PEOPLE } from './people.ts';
import { type DemoPeople, idOf } from './practices.ts';

interface DemoDevice {
  serial: string;
  model: string;
  /** Production date, which the UDI also contains. */
  made: string;
  isRented?: true;
  /** The customer who has registered it, and its city. */
  customer?: { key: Parameters<typeof emailOf>[0]; city: string; zip: string; installed: string };
}

/** GTIN of the demo's scanners. */
const GTIN = '09506000134352';

const DEVICES: readonly DemoDevice[] = [
  {
    serial: 'RC-2401',
    model: 'Cusp Scan 3',
    made: '2024-02-12',
    isRented: true,
    customer: { key: 'anna.berg', city: 'München', zip: '80337', installed: '2024-03-04' },
  },
  {
    serial: 'RC-2402',
    model: 'Cusp Scan 3',
    made: '2024-02-12',
    isRented: true,
    customer: { key: 'emily.carter', city: 'Cambridge', zip: '02139', installed: '2024-03-18' },
  },
  {
    serial: 'RC-2403',
    model: 'Cusp Scan 3',
    made: '2024-05-06',
    isRented: true,
    customer: { key: 'oskar.nowak', city: 'Warszawa', zip: '00-263', installed: '2024-06-03' },
  },
  { serial: 'RC-2404', model: 'Cusp Scan 3', made: '2024-05-06', isRented: true },
  { serial: 'RC-2501', model: 'Cusp Scan 4', made: '2025-01-20' },
  { serial: 'RC-2502', model: 'Cusp Scan 4', made: '2025-01-20' },
];

/** The factory register of the demo, with scanners that Rita rents out; returns the device of each customer. */
export async function addDevices(
  services: Services,
  people: DemoPeople,
): Promise<ReadonlyMap<string, number>> {
  const [maker, renter] = [idOf(people, 'dana.device'), idOf(people, 'rita.rental')];
  const registered = new Map<string, number>();
  for (const { serial, model, made, isRented, customer } of DEVICES) {
    const device = {
      udi: `(01)${GTIN}(11)${made.slice(2).replaceAll('-', '')}(21)${serial}`,
      serialNo: serial,
      prodDate: made,
      model,
      rentalManagerId: isRented ? renter : null,
    };
    const { id } = await inTransaction(services, internalActor(maker), (work) => addDevice(work, device));
    if (!customer) continue;
    await register(services, id, idOf(people, customer.key), customer);
    registered.set(customer.key, id);
  }
  return registered;
}

async function register(
  { db }: Services,
  deviceId: number,
  userId: number,
  { key, city, zip, installed }: NonNullable<DemoDevice['customer']>,
): Promise<void> {
  const person = PEOPLE.find((each) => each.key === key);
  if (!person) throw new Error(`nobody is called ${key}`);
  await db
    .insertInto('device_registration')
    .values({
      device_id: deviceId,
      user_id: userId,
      name: `${person.first} ${person.last}`,
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
