import type { Device } from '@cusp/contract/devices';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { createDevice, createRegistration, createRental } from '../../testing/devices.ts';
import { createGroup, createUser } from '../../testing/factories.ts';
import { lastEvent } from '../../testing/partners.ts';
import { openTestApp } from '../../testing/test-app.ts';

const t = await openTestApp();
const { db } = t.services;
type Person = { id: number; email: string };
type List = {
  devices: Device[];
  page: { count: number; total_num: number; number: number; page_range: unknown[] };
};

const newManager = (first_name = 'Mona') =>
  createUser(t.services, { is_device_rental_manager: true, first_name, last_name: 'Manager' });
const list = async (person: Person, query = '') =>
  (await (await t.as(person)).get(`/v1/devices/?user-registeredDevices=true${query}`)).json<List>();
const lock = async (
  person: Person,
  dev_conns: { dev_id: number; dev_locked: boolean; dev_version?: number; user_id?: number }[],
) =>
  (await t.as(person)).post('/v1/devices/connections/', {
    dev_conns: dev_conns.map((conn) => ({ user_id: person.id, ...conn })),
  });

/** A manager with a rented device of each of these customers. */
async function company(...names: string[]) {
  const manager = await newManager();
  const rented = [];
  for (const name of names) {
    const customer = await createUser(t.services);
    const device = await createRental(t.services, { manager, customer });
    await db.updateTable('device_registration').set({ name }).where('device_id', '=', device.id).execute();
    rented.push({ ...device, customer });
  }
  return { manager, rented };
}

describe('refused', () => {
  test('rental devices are refused to everyone but rental managers, staff included', async () => {
    const others = [{}, { is_device_manager: true }, { is_staff: true }];
    for (const flags of others) {
      const client = await t.as(await createUser(t.services, flags));
      expect((await client.get('/v1/devices/')).statusCode).toBe(403);
      expect((await client.post('/v1/devices/connections/', { dev_conns: [] })).statusCode).toBe(403);
    }
  });

  test('locking is refused for unknown devices, those of another company or without a customer, and in the name of another person', async () => {
    const { manager, rented } = await company('A');
    const [own] = rented;
    const { rented: foreign } = await company('B');
    const free = await createDevice(t.services, manager, { rentalManagerId: manager.id });
    for (const dev_id of [foreign[0]?.id ?? 0, free.id, 999_999_999]) {
      const reply = await lock(manager, [
        { dev_id: own?.id ?? 0, dev_locked: true },
        { dev_id, dev_locked: true },
      ]);
      expect([reply.statusCode, reply.json().code]).toEqual([404, 'not_found']);
    }
    const asOther = await lock(manager, [
      { dev_id: own?.id ?? 0, dev_locked: true, user_id: own?.customer.id ?? 0 },
    ]);
    expect(asOther.statusCode).toBe(404);
    // The refused request changed nothing.
    expect((await list(manager)).devices.map(({ state }) => state)).toEqual(['unlocked']);
  });

  test('a save that names a device twice is refused, whether or not both entries agree', async () => {
    const { manager, rented } = await company('A');
    const dev_id = rented[0]?.id ?? 0;
    for (const second of [true, false]) {
      const reply = await lock(manager, [
        { dev_id, dev_locked: true },
        { dev_id, dev_locked: second },
      ]);
      expect([reply.statusCode, reply.json()]).toMatchObject([
        400,
        { errors: [{ field: 'dev_conns.1.dev_id', message: 'This device is named twice.' }] },
      ]);
    }
    expect((await list(manager)).devices.map(({ state }) => state)).toEqual(['unlocked']);
  });
});

describe('the list', () => {
  test('the list has the rented devices that customers have confirmed, with the customer, and no others', async () => {
    const { manager, rented } = await company('Anna');
    await createRegistration(
      t.services,
      await createDevice(t.services, manager, { rentalManagerId: manager.id }),
      await createUser(t.services),
      { confirmed: false },
    );
    await company('Somebody else');
    const { devices, page } = await list(manager);
    expect(devices).toMatchObject([
      {
        id: rented[0]?.id,
        udi: rented[0]?.udi,
        state: 'unlocked',
        lock_version: 0,
        reg_customer: { name: 'Anna', country: 'DE', installed_date: null },
      },
    ]);
    expect(page).toMatchObject({ count: 1, total_num: 1, number: 1, page_range: [1] });
  });

  test('the list is shared by the managers of one group, and by nobody else of it', async () => {
    const { manager } = await company('A');
    const [colleague, clerk] = [await newManager('Max'), await createUser(t.services)];
    await createGroup(t.services, manager, [colleague, clerk]);
    expect((await list(colleague)).devices).toHaveLength(1);
    expect((await (await t.as(clerk)).get('/v1/devices/')).statusCode).toBe(403);
  });

  test('the list is sorted by each column in both directions, by the UDI downwards when nothing sensible is asked', async () => {
    const { manager, rented } = await company('Ben', 'ärzte', 'Cleo');
    await lock(manager, [{ dev_id: rented[1]?.id ?? 0, dev_locked: true }]);
    const names = async (query: string) =>
      (await list(manager, query)).devices.map(({ reg_customer }) => reg_customer.name);
    expect(await names('&sort=name asc')).toEqual(['ärzte', 'Ben', 'Cleo']);
    expect(await names('&sort=name desc')).toEqual(['Cleo', 'Ben', 'ärzte']);
    expect((await names('&sort=state asc'))[0]).toBe('ärzte');
    expect((await names('&sort=state desc')).at(-1)).toBe('ärzte');
    for (const sort of ['email asc', 'country desc']) expect(await names(`&sort=${sort}`)).toHaveLength(3);
    for (const sort of ['', '&sort=udi desc', '&sort=udi;drop', '&sort=1'])
      expect(await names(sort)).toEqual(['Cleo', 'ärzte', 'Ben']);
  });

  test('the list is searched by every word, whose wildcards are plain signs', async () => {
    const { manager, rented } = await company('Müller 100%', 'Mueller_X');
    const found = async (search: string) =>
      (await list(manager, `&search=${encodeURIComponent(search)}`)).devices.map(
        ({ reg_customer }) => reg_customer.name,
      );
    expect(await found('muller')).toEqual(['Müller 100%']);
    expect(await found('100%')).toEqual(['Müller 100%']);
    expect(await found('r_x')).toEqual(['Mueller_X']);
    expect(await found('\\')).toEqual([]);
    expect(await found(`${rented[1]?.serialNo} mueller`)).toEqual(['Mueller_X']);
    expect(await found(rented[0]?.customer.email ?? '')).toEqual(['Müller 100%']);
    expect(await found('nobody at all')).toEqual([]);
  });

  test('the list comes in pages', async () => {
    const { manager } = await company(...Array.from({ length: 27 }, (_, at) => `C${at}`));
    const [first, second, beyond] = [
      await list(manager),
      await list(manager, '&page=2'),
      await list(manager, '&page=9'),
    ];
    expect([first.devices.length, second.devices.length]).toEqual([25, 2]);
    expect(first.page).toMatchObject({ count: 27, page_range: [1, 2] });
    expect(beyond.page.number).toBe(2);
    expect(new Set([...first.devices, ...second.devices].map(({ id }) => id)).size).toBe(27);
  });
});

describe('locking', () => {
  test('locking sends one event to the customer’s group and the company, and audits it once', async () => {
    const { manager, rented } = await company('A');
    const [device] = rented;
    if (!device) throw new Error('no device');
    const mate = await createUser(t.services);
    await createGroup(t.services, device.customer, [mate]);
    const conns = [{ dev_id: device.id, dev_locked: true, dev_version: 0 }];
    const first = (await lock(manager, conns)).json();
    const dev_conns = [
      { dev_id: device.id, dev_locked: true, dev_version: (await list(manager)).devices[0]?.lock_version },
    ];
    expect(first).toEqual({ changed: 1, dev_conns });
    const again = await lock(manager, [{ dev_id: device.id, dev_locked: true }]);
    expect(again.json()).toEqual({ changed: 0, dev_conns });
    const event = await lastEvent(t, 'device_locks_changed');
    expect(event?.audience.toSorted()).toEqual([device.customer.id, mate.id, manager.id].toSorted());
    const log = await db
      .selectFrom('audit_log')
      .selectAll()
      .where('action', '=', 'device_lock_changed')
      .where('object_id', '=', device.id)
      .execute();
    expect(log).toMatchObject([
      { user_id: manager.id, detail: { locked: true, customer: device.customer.id } },
    ]);
    expect((await list(manager)).devices).toMatchObject([{ state: 'locked', lock_version: 1 }]);
  });

  test('locking does not overwrite what a colleague changed meanwhile, and names the colleague', async () => {
    const { manager, rented } = await company('A', 'B');
    const [one, two] = rented.map(({ id }) => id);
    const colleague = await newManager('Max');
    await createGroup(t.services, manager, [colleague]);
    await lock(colleague, [{ dev_id: one ?? 0, dev_locked: true, dev_version: 0 }]);
    const reply = await lock(manager, [
      { dev_id: one ?? 0, dev_locked: false, dev_version: 0 },
      { dev_id: two ?? 0, dev_locked: true, dev_version: 0 },
    ]);
    expect([reply.statusCode, reply.json()]).toMatchObject([
      409,
      { code: 'conflict', changed_by: 'Max Manager' },
    ]);
    expect((await list(manager, '&sort=name asc')).devices.map(({ state }) => state)).toEqual([
      'locked',
      'unlocked',
    ]);
    // Setting the value that it already has is no conflict.
    expect((await lock(manager, [{ dev_id: one ?? 0, dev_locked: true, dev_version: 0 }])).statusCode).toBe(
      200,
    );
  });

  test('locks by two managers concurrently in opposite order do not deadlock, and none is lost', async () => {
    const { manager, rented } = await company('A', 'B');
    const colleague = await newManager('Max');
    await createGroup(t.services, manager, [colleague]);
    const all = rented.map(({ id }) => ({ dev_id: id, dev_locked: true, dev_version: 0 }));
    const unlock = all.map((conn) => ({ ...conn, dev_locked: false }));
    await lock(manager, all);
    const now = (conns: typeof all) => conns.map((conn) => ({ ...conn, dev_version: 1 }));
    const replies = await Promise.all([lock(manager, now(unlock)), lock(colleague, now(unlock).reverse())]);
    expect(replies.map((reply) => reply.statusCode)).toEqual([200, 200]);
    expect(replies.map((reply) => reply.json().changed).sort()).toEqual([0, 2]);
    const versions = await db
      .selectFrom('device_lock')
      .select('version')
      .where(sql<boolean>`device_id = any(${rented.map(({ id }) => id)}::bigint[])`)
      .execute();
    expect(versions).toEqual([{ version: 2 }, { version: 2 }]);
  });
});
