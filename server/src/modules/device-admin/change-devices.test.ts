import type { DevicesChanged, StaffDevice } from '@cusp/contract/staff-devices';
import { describe, expect, test } from 'vitest';
import { createDevice, createRegistration, createRental } from '../../testing/devices.ts';
import { createGroup, createUser } from '../../testing/factories.ts';
import { lastEvent } from '../../testing/partners.ts';
import { openTestApp } from '../../testing/test-app.ts';
import { waitingJobs } from '../../testing/two-sides.ts';

const t = await openTestApp();
const { db } = t.services;
const staff = await t.asStaff(await createUser(t.services, { is_device_manager: true }));
const newManager = () => createUser(t.services, { is_device_rental_manager: true });
const read = async (id: number) => (await staff.get(`/v1/cs/devices/${id}/`)).json<StaffDevice>();

const block = async (ids: number[], isBlocked = true) =>
  (await staff.post('/v1/cs/devices/block/', { block: isBlocked, ids })).json<DevicesChanged>();
const remove = async (ids: number[]) =>
  (await staff.delete('/v1/cs/devices/remove/', { ids })).json<DevicesChanged>();
const reset = async (ids: number[]) =>
  (await staff.delete('/v1/cs/devices/registrations/reset/', { ids })).json<DevicesChanged>();
const assign = (ids: number[], email: string | null) =>
  staff.post('/v1/cs/devices/rental-manager/', { ids, email });

const blockAccount = ({ id }: { id: number }) =>
  db.updateTable('app_user').set({ blocked_at: new Date(), blocked_by: id }).where('id', '=', id).execute();

async function rental() {
  const [manager, customer] = [await newManager(), await createUser(t.services)];
  return { manager, customer, ...(await createRental(t.services, { manager, customer })) };
}
const lock = (manager: { id: number }, id: number) =>
  t.as(manager).then((client) =>
    client.post('/v1/devices/connections/', {
      dev_conns: [{ dev_id: id, user_id: manager.id, dev_locked: true }],
    }),
  );

describe('refused', () => {
  test('other staff change no devices', async () => {
    const { id } = await createDevice(t.services, await newManager());
    for (const flag of ['is_sales_manager', 'is_staff', 'is_device_user_viewer']) {
      const other = await t.asStaff(await createUser(t.services, { [flag]: true }));
      const replies = [
        await other.post('/v1/cs/devices/block/', { block: true, ids: [id] }),
        await other.delete('/v1/cs/devices/remove/', { ids: [id] }),
        await other.delete('/v1/cs/devices/registrations/reset/', { ids: [id] }),
        await other.post('/v1/cs/devices/rental-manager/', { ids: [id], email: null }),
      ];
      expect(replies.map(({ statusCode }) => statusCode)).toEqual([403, 403, 403, 403]);
    }
    expect(await read(id)).toMatchObject({ state: 'active', version: 1 });
  });

  test('a registered device is not removed until its registration was reset', async () => {
    const { id, udi } = await rental();
    const free = await createDevice(t.services, await newManager());
    expect(await remove([id, free.id, 999_999_999])).toEqual({
      changed: 1,
      kept: [
        { id, udi, reason: 'registered' },
        { id: 999_999_999, udi: '', reason: 'gone' },
      ],
    });
    await reset([id]);
    expect(await remove([id])).toEqual({ changed: 1, kept: [] });
    expect((await staff.get(`/v1/cs/devices/${id}/`)).statusCode).toBe(404);
  });

  test('a locked registration is not reset, and neither is one that nobody has', async () => {
    const { id, manager, udi } = await rental();
    const free = await createDevice(t.services, manager);
    await lock(manager, id);
    expect(await reset([id, free.id])).toEqual({
      changed: 0,
      kept: [
        { id, udi, reason: 'locked' },
        { id: free.id, udi: free.udi, reason: 'not_registered' },
      ],
    });
    expect((await read(id)).reg_customer).not.toBeNull();
  });

  test('devices are handed to nobody who has no activated account', async () => {
    const { id } = await createDevice(t.services, await newManager());
    const asleep = await createUser(t.services, { activated_at: null });
    const blocked = await newManager();
    await blockAccount(blocked);
    expect((await assign([id], blocked.email)).json()).toMatchObject({
      code: 'rental_manager_blocked',
      errors: [{ field: 'email' }],
    });
    for (const email of [asleep.email, 'nobody@cusp.example']) {
      const reply = await assign([id], email);
      expect(reply.statusCode).toBe(404);
      expect(reply.json()).toMatchObject({ code: 'rental_manager_unknown', errors: [{ field: 'email' }] });
    }
  });
});

test('a blocked device cannot be registered until it is unblocked', async () => {
  const device = await createDevice(t.services, await newManager());
  const customer = await t.as(await createUser(t.services));
  const register = async () =>
    (await customer.post('/v1/devices/registrations/', { device: device.udi, country: 'DE' })).statusCode;
  expect(await block([device.id])).toEqual({ changed: 1, kept: [] });
  expect((await read(device.id)).state).toBe('blocked');
  expect(await register()).toBe(409);
  await block([device.id], false);
  expect(await register()).toBe(200);
});

test('a reset frees the device, mails its customer and updates their open pages', async () => {
  const { id, customer } = await rental();
  expect(await reset([id])).toEqual({ changed: 1, kept: [] });
  expect(await read(id)).toMatchObject({ reg_customer: null, version: 2 });
  const scanners = await (await t.as(customer)).get('/v1/devices/registrations/');
  expect(scanners.json()).toMatchObject({ scanners: [] });
  const event = await lastEvent(t, 'device_registered');
  expect(event?.audience).toContain(customer.id);
  const mails = (await waitingJobs(t, 'mail')) as { to: string; template: string }[];
  expect(mails).toContainEqual(expect.objectContaining({ to: customer.email, template: 'device-reset' }));
});

test('the same device can be registered by somebody else after a reset, and its UDI again after a removal', async () => {
  const { id, udi } = await rental();
  await reset([id]);
  const next = await createUser(t.services);
  await createRegistration(t.services, { id }, next);
  expect((await read(id)).reg_customer?.user_id).toBe(next.id);
  await reset([id]);
  await remove([id]);
  expect((await staff.post('/v1/cs/devices/', { devices: [{ udi }] })).statusCode).toBe(200);
});

test('devices that change hands lose their locks, and the flag follows the devices', async () => {
  const { id, manager, customer } = await rental();
  const next = await createUser(t.services);
  await lock(manager, id);
  expect((await read(id)).state).toBe('locked');
  expect((await assign([id], next.email.toUpperCase())).json()).toEqual({ changed: 1, kept: [] });
  expect(await read(id)).toMatchObject({ state: 'active', rental_manager: { id: next.id } });
  expect((await (await t.as(manager)).get('/v1/devices/')).statusCode).toBe(403);
  const list = (await (await t.as(next)).get('/v1/devices/')).json<{ devices: { id: number }[] }>();
  expect(list.devices.map((device) => device.id)).toEqual([id]);
  expect((await lastEvent(t, 'device_locks_changed'))?.audience).toEqual(
    expect.arrayContaining([manager.id, next.id, customer.id]),
  );
  await assign([id], null);
  expect((await (await t.as(next)).get('/v1/devices/')).statusCode).toBe(403);
});

test('a lock outlives its rental manager’s account, until a colleague or a device manager ends it', async () => {
  const { id, manager } = await rental();
  const colleague = await newManager();
  await lock(manager, id);
  await blockAccount(manager);
  expect(await read(id)).toMatchObject({ state: 'locked', rental_manager: { account: 'blocked' } });
  expect((await lock(colleague, id)).statusCode).toBe(404);
  await createGroup(t.services, manager, [colleague]);
  const conn = { dev_id: id, user_id: colleague.id, dev_locked: false };
  const unlocked = await (await t.as(colleague)).post('/v1/devices/connections/', { dev_conns: [conn] });
  expect(unlocked.json()).toMatchObject({ changed: 1 });
  await lock(colleague, id);
  await db.updateTable('app_user').set({ deleted_at: new Date() }).where('id', '=', manager.id).execute();
  expect(await read(id)).toMatchObject({
    state: 'locked',
    rental_manager: { id: manager.id, name: '', email: '', account: 'deleted' },
  });
  expect((await assign([id], null)).json()).toEqual({ changed: 1, kept: [] });
  expect(await read(id)).toMatchObject({ state: 'active', rental_manager: null });
});

test('two changes of the same devices at once end in one state, each written to the log', async () => {
  const devices = [
    await createDevice(t.services, await newManager()),
    await createDevice(t.services, await newManager()),
  ];
  const ids = devices.map(({ id }) => id);
  const replies = await Promise.all([remove(ids), remove(ids.toReversed()), block(ids)]);
  expect(replies.filter(({ changed }) => changed === 2).length).toBeGreaterThanOrEqual(1);
  const logged = await db
    .selectFrom('audit_log')
    .select('object_id')
    .where('action', '=', 'device_removed')
    .where('object_id', 'in', ids)
    .execute();
  expect(logged).toHaveLength(2);
});

describe('two managers at once', () => {
  test('a change for an older version changes no device, and names each and who changed it', async () => {
    const devices = [
      await createDevice(t.services, await newManager()),
      await createDevice(t.services, await newManager()),
      (await rental()) as { id: number; udi: string },
    ];
    const ids = devices.map(({ id }) => id);
    const versions = Object.fromEntries(ids.map((id) => [id, 1]));
    const rival = await t.asStaff(
      await createUser(t.services, { is_device_manager: true, first_name: 'Mara', last_name: 'Quick' }),
    );
    const [first, , last] = devices;
    expect(
      (await rival.post('/v1/cs/devices/block/', { block: true, ids: [first?.id, last?.id] })).statusCode,
    ).toBe(200);
    const stale = (device = first) => ({
      id: device?.id,
      name: device?.udi,
      version: 2,
      changed_by: 'Mara Quick',
    });
    const { email } = await newManager();
    const tries = [
      () => staff.delete('/v1/cs/devices/remove/', { ids, versions }),
      () => staff.post('/v1/cs/devices/rental-manager/', { ids, versions, email }),
      () => staff.post('/v1/cs/devices/block/', { block: false, ids, versions }),
    ];
    for (const attempt of tries) {
      const reply = await attempt();
      expect(reply.statusCode).toBe(409);
      expect(reply.json()).toMatchObject({
        code: 'conflict',
        changed_by: 'Mara Quick',
        stale: [stale(), stale(last)],
      });
    }
    const reset = await staff.delete('/v1/cs/devices/registrations/reset/', { ids, versions });
    expect(reset.json()).toMatchObject({ code: 'conflict', stale: [stale(last)] });
    const after = await Promise.all(ids.map(read));
    expect(after.map(({ state, version }) => [state, version])).toEqual([
      ['blocked', 2],
      ['active', 1],
      ['blocked', 2],
    ]);
    const seen = { ...versions, [first?.id ?? 0]: 2, [last?.id ?? 0]: 2 };
    const again = await staff.post('/v1/cs/devices/block/', { block: false, ids, versions: seen });
    expect(again.json()).toMatchObject({ changed: 2, kept: [{ reason: 'unchanged' }] });
  });

  test('a change that somebody else made already is no conflict and counts as unchanged', async () => {
    const { id, udi } = await createDevice(t.services, await newManager());
    expect(await block([id])).toEqual({ changed: 1, kept: [] });
    const same = await staff.post('/v1/cs/devices/block/', { block: true, ids: [id], versions: { [id]: 1 } });
    expect(same.json()).toEqual({ changed: 0, kept: [{ id, udi, reason: 'unchanged' }] });
  });
});

test('a rental manager whose last device is removed loses the flag', async () => {
  const manager = await newManager();
  const [one, two] = [
    await createDevice(t.services, manager, { rentalManagerId: manager.id }),
    await createDevice(t.services, manager, { rentalManagerId: manager.id }),
  ];
  const flag = async () => (await (await t.as(manager)).get('/v1/devices/')).statusCode;
  await remove([one.id]);
  expect(await flag()).toBe(200);
  await remove([two.id]);
  expect(await flag()).toBe(403);
});

test('the flag follows the devices when several are handed over and taken back at once', async () => {
  const [manager, other] = [await newManager(), await newManager()];
  const devices = [];
  for (let at = 0; at < 6; at += 1)
    devices.push(
      await createDevice(t.services, manager, { rentalManagerId: at % 2 ? manager.id : other.id }),
    );
  await Promise.all(devices.map(({ id }, at) => assign([id], at % 2 ? null : manager.email)));
  const flags = await db
    .selectFrom('app_user')
    .select(['id', 'is_device_rental_manager'])
    .where('id', 'in', [manager.id, other.id])
    .orderBy('id')
    .execute();
  expect(flags).toEqual([
    { id: manager.id, is_device_rental_manager: true },
    { id: other.id, is_device_rental_manager: false },
  ]);
});
