import type { DevicesChanged } from '@cusp/contract/staff-devices';
import { sql } from 'kysely';
import type { Actor } from '../../platform/http/actor.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { emailKey } from '../../platform/mail/email-key.ts';
import type { Services } from '../../platform/services.ts';
import { inTransaction, type Work } from '../../platform/work.ts';
import { peopleAround } from '../case-access/circle.sql.ts';
import { holdPeople, refuseIfMoving } from '../identity/moving-people.ts';
import { isStaff } from '../identity/second-steps.sql.ts';
import { personByEmailKey, personById } from '../invitations/people.sql.ts';
import { eachDevice, type HeldDevice, isStale, type Outcome, setDevice, type Wanted } from './each-device.ts';

/** Blocked devices can neither be registered nor named on an order; downloads go on. */
export const blockDevices = (services: Services, actor: Actor, wanted: Wanted, block: boolean) =>
  changeEach(services, actor, wanted, async (work, device) => {
    const state = block ? 'blocked' : 'active';
    if (device.state === state) return 'unchanged';
    if (isStale(device, wanted)) return 'stale';
    await setDevice(work, device, { state });
    await work.audit({
      action: block ? 'device_blocked' : 'device_unblocked',
      object: { type: 'device', id: device.id },
    });
    await notifyCustomer(work, device);
    return null;
  });

/** Takes devices out of the register. Their UDI is free again; cases go on naming them. */
export const removeDevices = (services: Services, actor: Actor, wanted: Wanted) =>
  inTransaction(services, actor, async (work) => {
    const managers = new Set<number>();
    const changed = await eachDevice(work, wanted, async (device) => {
      if (isStale(device, wanted)) return 'stale';
      if (device.customer_id !== null) return 'registered';
      if (device.rental_manager_id !== null) managers.add(device.rental_manager_id);
      await work.tx.deleteFrom('device_registration').where('device_id', '=', device.id).execute();
      await setDevice(work, device, { removed_at: new Date() });
      await work.audit({ action: 'device_removed', object: { type: 'device', id: device.id } });
      return null;
    });
    await setFlags(work, managers);
    return changed;
  });

/** Ends registrations, so that another customer can register the device. A locked one would lose its lock by that. */
export const resetRegistrations = (services: Services, actor: Actor, wanted: Wanted) =>
  changeEach(services, actor, wanted, async (work, device) => {
    if (device.customer_id === null) return 'not_registered';
    if (isStale(device, wanted)) return 'stale';
    if (await isLocked(work, device)) return 'locked';
    await work.tx
      .deleteFrom('device_registration')
      .where('device_id', '=', device.id)
      .where('user_id', '=', device.customer_id)
      .execute();
    await setDevice(work, device, {});
    await work.audit({
      action: 'device_registration_reset',
      object: { type: 'device', id: device.id },
      detail: { customer: device.customer_id },
    });
    await notifyCustomer(work, device);
    await mailReset(work, device.customer_id, device);
    return null;
  });

/**
 * Hands devices to a rental manager, who may lock them from then on; null takes them back, which ends their locks. A
 * person is a rental manager while they have a device.
 */
export async function assignDevices(
  services: Services,
  actor: Actor,
  wanted: Wanted,
  email: string | null,
): Promise<DevicesChanged> {
  return inTransaction(services, actor, async (work) => {
    const manager = email === null ? null : await personByEmailKey(work.tx, emailKey(email));
    if (email !== null && !manager?.activated_at) throw new Refusal('rental_manager_unknown', 'email');
    const managerId = manager?.id ?? null;
    if (managerId !== null) await requireFit(work, managerId);
    const before = new Set<number>();
    const changed = await eachDevice(work, wanted, async (device) => {
      if (device.rental_manager_id === managerId) return 'unchanged';
      if (isStale(device, wanted)) return 'stale';
      if (device.rental_manager_id !== null) before.add(device.rental_manager_id);
      await setDevice(work, device, { rental_manager_id: managerId });
      // The next company begins without the locks of the one before.
      await work.tx.deleteFrom('device_lock').where('device_id', '=', device.id).execute();
      await work.audit({
        action: 'device_assigned',
        object: { type: 'device', id: device.id },
        detail: { from: device.rental_manager_id, to: managerId },
      });
      await work.record({
        name: 'device_locks_changed',
        audience: await peopleAround(work.tx, [device.customer_id, device.rental_manager_id, managerId]),
        ids: { device: device.id },
      });
      return null;
    });
    await setFlags(work, managerId === null ? before : before.add(managerId));
    // A move would leave the devices with a person who is not here any more.
    if (managerId !== null) await refuseIfMoving(work.tx, [managerId], 'email');
    return changed;
  });
}

/**
 * Renting out is for customers, because staff would give the flag to themselves, and not for blocked accounts, which
 * could not end a lock.
 */
async function requireFit({ tx }: Work, userId: number): Promise<void> {
  const person = await tx
    .selectFrom('app_user')
    .select(['blocked_at', isStaff.as('is_staff')])
    .where('id', '=', userId)
    .executeTakeFirst();
  if (person?.is_staff) throw new Refusal('account_is_staff', 'email');
  if (person?.blocked_at) throw new Refusal('rental_manager_blocked', 'email');
}

/** The flag that opens the page of rental managers: granted by a device manager, or from having devices. */
async function setFlags({ tx }: Work, people: ReadonlySet<number>): Promise<void> {
  if (people.size === 0) return;
  const ids = [...people];
  // Held first: the update would wait for the row of another change and still see the devices from before it.
  await holdPeople(tx, ids);
  await tx
    .updateTable('app_user')
    .set({
      is_device_rental_manager: sql<boolean>`is_rental_manager_granted or exists (
        select from device where device.rental_manager_id = app_user.id and device.removed_at is null
      )`,
    })
    .where('id', 'in', ids)
    .execute();
}

type Change = (work: Work, device: HeldDevice) => Promise<Outcome>;

const changeEach = (services: Services, actor: Actor, wanted: Wanted, change: Change) =>
  inTransaction(services, actor, (work) => eachDevice(work, wanted, (device) => change(work, device)));

async function isLocked({ tx }: Work, { id, customer_id, rental_manager_id }: HeldDevice): Promise<boolean> {
  if (rental_manager_id === null) return false;
  const lock = await tx
    .selectFrom('device_lock')
    .select('locked')
    .where('device_id', '=', id)
    .where('user_id', '=', customer_id)
    .executeTakeFirst();
  return lock?.locked ?? false;
}

async function notifyCustomer(work: Work, { id, customer_id }: HeldDevice): Promise<void> {
  if (customer_id === null) return;
  const audience = await peopleAround(work.tx, [customer_id]);
  await work.record({ name: 'device_registered', audience, ids: { device: id } });
}

async function mailReset(
  work: Work,
  customerId: number,
  { model, serial_no, udi }: HeldDevice,
): Promise<void> {
  const customer = await personById(work.tx, customerId);
  await work.mail(customer, 'device-reset', {
    name: customer.first_name,
    device: [model, serial_no || udi].filter(Boolean).join(', '),
    link: '/settings',
  });
}
