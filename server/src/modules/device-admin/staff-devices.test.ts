import type { StaffDevice } from '@cusp/contract/staff-devices';
import type { CountedPage } from '@cusp/contract/staff-lists';
import { describe, expect, test } from 'vitest';
import { createDevice, createRegistration, createRental, newUdi } from '../../testing/devices.ts';
import { createUser } from '../../testing/factories.ts';
import { openTestApp } from '../../testing/test-app.ts';

const t = await openTestApp();
const { db } = t.services;
type List = { devices: StaffDevice[]; page: CountedPage };

const asStaff = async (flag: string) => t.asStaff(await createUser(t.services, { [flag]: true }));
const manager = await createUser(t.services, { is_device_rental_manager: true, first_name: 'Rita' });
const list = async (query: string, flag = 'is_device_manager') =>
  (await (await asStaff(flag)).get(`/v1/cs/devices/?${query}`)).json<List>();
const udis = ({ devices }: List) => devices.map(({ udi }) => udi);

describe('refused', () => {
  test('viewers of device users read the devices of customers, not all of them', async () => {
    const viewer = await asStaff('is_device_user_viewer');
    expect((await viewer.get('/v1/cs/devices/')).statusCode).toBe(403);
    expect((await viewer.get('/v1/cs/devices/?user-registeredDevices=true')).statusCode).toBe(200);
  });

  test('sales managers read both lists, and no device detail', async () => {
    const sales = await asStaff('is_sales_manager');
    const { id } = await createDevice(t.services, manager);
    expect((await sales.get('/v1/cs/devices/')).statusCode).toBe(200);
    expect((await sales.get(`/v1/cs/devices/${id}/`)).statusCode).toBe(403);
  });

  test('a device that does not exist or was removed is not found', async () => {
    const staff = await asStaff('is_device_manager');
    const { id } = await createDevice(t.services, manager);
    await db.updateTable('device').set({ removed_at: new Date() }).where('id', '=', id).execute();
    expect((await staff.get(`/v1/cs/devices/${id}/`)).statusCode).toBe(404);
    expect((await staff.get('/v1/cs/devices/999999999/')).statusCode).toBe(404);
  });
});

describe('factory registration', () => {
  const add = async (devices: unknown[], flag = 'is_device_manager') =>
    (await asStaff(flag)).post('/v1/cs/devices/', { devices });
  const fieldsOf = (reply: { json(): { errors: { field: string; code: string }[] } }) =>
    reply.json().errors.map(({ field, code }) => [field, code]);

  test('only device managers register devices', async () => {
    for (const flag of ['is_sales_manager', 'is_staff', 'is_device_user_viewer'])
      expect((await add([newUdi()], flag)).statusCode).toBe(403);
  });

  test('one bad row prevents registration of all rows, and each problem names its row and field', async () => {
    const [good, known] = [newUdi(), await createDevice(t.services, manager)];
    const tomorrow = new Date(Date.now() + 48 * 3600_000).toISOString().slice(0, 10);
    const before = (await list('')).page.count;
    const reply = await add([
      good,
      { udi: known.udi.replaceAll(/[()]/g, '') },
      { udi: good.udi },
      { udi: '(01)09506000134351(21)X1' },
      { ...newUdi(), prod_date: tomorrow },
      { udi: `${newUdi().udi}(11)250102`, prod_date: '2025-01-03' },
      { ...newUdi(), serial_no: 'ANOTHER-1' },
      { udi: `${newUdi().udi}(11)269999` },
    ]);
    expect(reply.statusCode).toBe(409);
    expect(fieldsOf(reply)).toEqual([
      ['devices.1.udi', 'device_exists'],
      ['devices.2.udi', 'device_exists'],
      ['devices.3.udi', 'udi_wrong_check_digit'],
      ['devices.4.prod_date', 'date_in_future'],
      ['devices.5.prod_date', 'udi_date_mismatch'],
      ['devices.6.serial_no', 'udi_serial_mismatch'],
      ['devices.7.udi', 'udi_wrong_date'],
    ]);
    expect((await list('')).page.count).toBe(before);
  });

  test('a repeat after a lost reply gives the same device, and refuses what anybody else or other data registered', async () => {
    const [maker, colleague] = [await asStaff('is_device_manager'), await asStaff('is_device_manager')];
    const device = { ...newUdi(), model: 'O’Brien 스캐너' };
    const send = (client: typeof maker, more: object = {}, devices = [{ ...device, ...more }]) =>
      client.post('/v1/cs/devices/', { devices, is_repeat: true });
    const first = (await send(maker)).json();
    expect((await send(maker)).json()).toEqual(first);
    for (const [client, more] of [
      [maker, { model: '' }],
      [colleague, {}],
    ] as const)
      expect(fieldsOf(await send(client, more))).toEqual([['devices.0.udi', 'device_exists']]);
    const twice = await send(maker, {}, [device, device]);
    expect(fieldsOf(twice)).toEqual([['devices.1.udi', 'device_exists']]);
    const plain = await maker.post('/v1/cs/devices/', { devices: [device] });
    expect(fieldsOf(plain)).toEqual([['devices.0.udi', 'device_exists']]);
    // Another device may have the same label if that has no serial number; the reply then says so.
    const alike = { udi: '(01)09506000134352(10)LOT-OF-TWO' };
    const one = (await send(maker, alike)).json();
    expect((await send(maker, alike)).json()).toEqual(one);
    expect(fieldsOf(await maker.post('/v1/cs/devices/', { devices: [alike] }))).toEqual([
      ['devices.0.udi', 'device_exists_without_serial'],
    ]);
  });

  test('factory registration registers all rows, with the date of the label where none is given, and writes the log', async () => {
    const labelled = { udi: `${newUdi().udi}(11)250102`, model: "L'Oréal 스캐너" };
    const other = { udi: 'whatever the label says', serial_no: 'A-1', prod_date: '2024-02-29' };
    // The control character that ends a value of a label is stored as its visible sign.
    const scanned = newUdi().udi.replace(/[()]/g, '');
    const reply = await add([labelled, other, { udi: `${scanned}\u001d11250103` }]);
    expect(reply.statusCode).toBe(200);
    const ids = reply.json<{ devices: { id: number }[] }>().devices.map(({ id }) => id);
    const staff = await asStaff('is_device_manager');
    const read = async (id?: number) => (await staff.get(`/v1/cs/devices/${id}/`)).json<StaffDevice>();
    expect(await read(ids[0])).toMatchObject({ ...labelled, prod_date: '2025-01-02', state: 'active' });
    expect(await read(ids[1])).toMatchObject({ ...other, reg_customer: null });
    expect(await read(ids[2])).toMatchObject({ udi: `${scanned}\u241d11250103`, prod_date: '2025-01-03' });
    const logged = await db
      .selectFrom('audit_log')
      .select('object_id')
      .where('action', '=', 'device_added')
      .where('object_id', 'in', ids)
      .execute();
    expect(logged).toHaveLength(3);
  });
});

test('a device shows its customer, rental manager and state', async () => {
  const customer = await createUser(t.services);
  const { id } = await createRental(t.services, { manager, customer });
  const staff = await asStaff('is_device_manager');
  const read = async () => (await staff.get(`/v1/cs/devices/${id}/`)).json<StaffDevice>();
  expect(await read()).toMatchObject({
    state: 'active',
    rental_manager: { id: manager.id },
    reg_customer: { user_id: customer.id, name: 'Ada Person', email: customer.email, country: 'DE' },
  });
  const lock = { device_id: id, user_id: customer.id, locked: true, changed_by: manager.id };
  await db.insertInto('device_lock').values(lock).execute();
  expect((await read()).state).toBe('locked');
  await db.updateTable('device').set({ state: 'blocked' }).where('id', '=', id).execute();
  expect((await read()).state).toBe('blocked');
});

describe('the list', () => {
  test('the list counts all devices and those of customers, whatever happens to them', async () => {
    const before = await list('');
    const beforeRegistered = await list('user-registeredDevices=true');
    const [free, taken, gone] = [
      await createDevice(t.services, manager),
      await createDevice(t.services, manager),
      await createDevice(t.services, manager),
    ];
    const customer = await createUser(t.services);
    await createRegistration(t.services, taken, customer);
    await createRegistration(t.services, free, customer, { confirmed: false });
    await db.updateTable('device').set({ removed_at: new Date() }).where('id', '=', gone.id).execute();
    expect((await list('')).page.count - before.page.count).toBe(2);
    const registered = await list('user-registeredDevices=true');
    expect(registered.page.count - beforeRegistered.page.count).toBe(1);
    await db.deleteFrom('device_registration').where('device_id', '=', taken.id).execute();
    expect((await list('user-registeredDevices=true')).page.count).toBe(beforeRegistered.page.count);
  });

  test('the list is sorted by each column both ways, and pages from both ends agree', async () => {
    const names = ['Émile', 'anna', 'Zoë', 'Bert'];
    for (const [at, name] of names.entries()) {
      const device = await createDevice(t.services, manager, {
        model: 'Sorted',
        prodDate: `2025-0${at + 1}-01`,
      });
      await createRegistration(t.services, device, await createUser(t.services));
      await db.updateTable('device_registration').set({ name }).where('device_id', '=', device.id).execute();
    }
    const byName = await list('search=sorted&sort=name+asc');
    expect(byName.devices.map(({ reg_customer }) => reg_customer?.name)).toEqual([
      'anna',
      'Bert',
      'Émile',
      'Zoë',
    ]);
    for (const column of ['udi', 'serial_no', 'prod_date', 'model', 'state', 'name', 'email', 'country']) {
      const up = udis(await list(`search=sorted&sort=${column}+asc`));
      expect(up).toHaveLength(4);
      expect(udis(await list(`search=sorted&sort=${column}+desc`))).toEqual(up.toReversed());
    }
    const all = await list('num_per_page=100&sort=udi+asc');
    const single: string[] = [];
    for (let page = 1; page <= all.page.count; page += 1)
      single.push(...udis(await list(`num_per_page=1&sort=udi+asc&page=${page}`)));
    expect(single).toEqual(udis(all));
  });

  test('a page beyond the end is the last one, with and without a search', async () => {
    await createDevice(t.services, manager, { model: 'Beyond' });
    const found = await list('search=beyond&page=9');
    expect(found.devices).toHaveLength(1);
    expect(found.page).toMatchObject({ number: 1, count: 1 });
    const { devices, page } = await list('page=999999&num_per_page=1');
    expect(devices).toHaveLength(1);
    expect(page.number).toBe(page.num_pages);
  });

  test('the list finds every word anywhere, with the customer of today, and takes wildcards literally', async () => {
    const device = await createDevice(t.services, manager, { model: 'Quick 100%_scan' });
    // The hexadecimal digits of a random address can spell Ada.
    const customer = await createUser(t.services, { email: 'quick@customer.example' });
    await createRegistration(t.services, device, customer);
    expect(udis(await list('search=quick+ada'))).toEqual([device.udi]);
    expect(udis(await list(`search=${device.serialNo.toLowerCase()}`))).toEqual([device.udi]);
    expect(udis(await list(`search=${encodeURIComponent('100%_')}`))).toEqual([device.udi]);
    expect(udis(await list(`search=${encodeURIComponent('quick_100')}`))).toEqual([]);
    await db
      .updateTable('device_registration')
      .set({ name: "Óscar O'Neill" })
      .where('device_id', '=', device.id)
      .execute();
    expect(udis(await list('search=quick+ada'))).toEqual([]);
    expect(udis(await list(`search=${encodeURIComponent("quick oscar o'neill")}`))).toEqual([device.udi]);
  });

  test('the list finds a device by its label as a reader sends it, and with or without brackets', async () => {
    const bare = newUdi().udi.replace(/[()]/g, '');
    const device = await createDevice(t.services, manager, { udi: bare, serialNo: '', model: 'Bare' });
    const { udi } = await createDevice(t.services, manager);
    const found = async (search: string) => udis(await list(`search=${encodeURIComponent(search)}`));
    for (const search of [`]d2${bare}\u001d`, bare.replace(/^01(\d{14})21/, '(01)$1(21)'), `${bare} bare`])
      expect(await found(search)).toEqual([device.udi]);
    expect(await found(`]C1${udi.replace(/[()]/g, '')}`)).toEqual([udi]);
    expect(await found(udi)).toEqual([udi]);
  });

  test('a query that makes no sense shows the first page by UDI, descending', async () => {
    const plain = udis(await list(''));
    expect(udis(await list('sort=drop+table&page=-1&num_per_page=9999'))).toEqual(plain);
    expect(plain).toEqual(udis(await list('sort=udi+desc')));
  });

  test('a search that cannot be made is refused and does not list everything', async () => {
    for (const search of ['%00', 'x'.repeat(201)]) {
      const reply = await (await asStaff('is_device_manager')).get(`/v1/cs/devices/?search=${search}`);
      expect([reply.statusCode, reply.json().code]).toEqual([400, 'invalid_input']);
    }
    const { udi } = await createDevice(t.services, manager, { model: 'Pasted' });
    expect(udis(await list('search=%09pasted%E3%80%80%EF%BB%BF'))).toEqual([udi]);
  });
});
