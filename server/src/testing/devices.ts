import { gtinCheckDigit } from '@cusp/dental/udi/gs1';
import { addDevice, type NewDevice } from '../modules/devices/add-device.ts';
import { hashToken, newToken } from '../modules/identity/sessions.ts';
import { internalActor } from '../platform/http/actor.ts';
import { encodeId } from '../platform/http/idb64.ts';
import type { Services } from '../platform/services.ts';
import { inTransaction } from '../platform/work.ts';
import { SID } from './partners.ts';
import type { TestApp } from './test-app.ts';

let serial = 0;
const DI = '0950600013435';

/** A unique UDI as on a label. */
export function newUdi(): { udi: string; serialNo: string } {
  serial += 1;
  const serialNo = `SN${process.pid}${String(serial).padStart(4, '0')}`;
  return { udi: `(01)${DI}${gtinCheckDigit(DI)}(21)${serialNo}`, serialNo };
}

/** A device of the factory register. */
export async function createDevice(services: Services, by: { id: number }, more: Partial<NewDevice> = {}) {
  const { udi, serialNo } = newUdi();
  const device = { udi, serialNo, prodDate: null, model: 'Trio 5', rentalManagerId: null, ...more };
  const { id } = await inTransaction(services, internalActor(by.id), (work) => addDevice(work, device));
  return { ...device, id };
}

/** A customer's registration, confirmed by default, with the token of its link. */
export async function createRegistration(
  { db }: Services,
  device: { id: number },
  user: { id: number; email: string },
  { confirmed = true }: { confirmed?: boolean } = {},
) {
  const token = newToken();
  const row = await db
    .insertInto('device_registration')
    .values({
      device_id: device.id,
      user_id: user.id,
      name: 'Ada Person',
      email: user.email,
      country: 'DE',
      token_hash: hashToken(token),
      token_expires_at: new Date(Date.now() + 60_000),
      confirmed_at: confirmed ? new Date() : null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id: row.id, token };
}

/** A scanner that `manager` rents out and `customer` has registered. */
export async function createRental(
  services: Services,
  { manager, customer }: { manager: { id: number }; customer: { id: number; email: string } },
) {
  const device = await createDevice(services, manager, { rentalManagerId: manager.id });
  await createRegistration(services, device, customer);
  return device;
}

/** Sets the scanner of a case, under the registration of `customer`. */
export const nameDevice = (
  { db }: Services,
  caseId: number,
  device: { id: number } | null,
  customer: { id: number },
) =>
  db
    .updateTable('dental_case')
    .set({ device_id: device?.id ?? null, device_user_id: device ? customer.id : null })
    .where('id', '=', caseId)
    .execute();

/** Opens the link of a confirmation mail. */
export const confirmRegistration = (
  t: TestApp,
  link: { id: number; token: string },
  srv_loc: string = SID,
  cookie = '',
) =>
  t.nobody.request(
    'POST',
    '/v1/devices/confirm-email/',
    { rdidb64: encodeId(link.id), token: link.token, srv_loc },
    cookie ? { cookie } : {},
  );
