import type { CountedPage } from '@cusp/contract/staff-lists';
import type { WaitingRegistration } from '@cusp/contract/staff-registrations';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { encodeId } from '../../platform/http/idb64.ts';
import { createDevice, createRegistration, newUdi } from '../../testing/devices.ts';
import { createUser } from '../../testing/factories.ts';
import { lastEvent, SID } from '../../testing/partners.ts';
import { openTestApp } from '../../testing/test-app.ts';
import { waitingJobs } from '../../testing/two-sides.ts';

const t = await openTestApp();
const { db } = t.services;
const factory = await createUser(t.services, { is_device_manager: true });
const staff = await t.asStaff(factory);
type List = { registrations: WaitingRegistration[]; page: CountedPage };
const list = async (query = '') => (await staff.get(`/v1/cs/user-registrations/?${query}`)).json<List>();
const mail = (id: number, client = staff) => client.post(`/v1/cs/user-registrations/${id}/mail/`);
const discard = (id: number, client = staff) => client.delete(`/v1/cs/user-registrations/${id}/`);
async function waiting(name = 'Ada Person') {
  const [device, customer] = [await createDevice(t.services, factory), await createUser(t.services)];
  const registration = await createRegistration(t.services, device, customer, { confirmed: false });
  await db.updateTable('device_registration').set({ name }).where('id', '=', registration.id).execute();
  return { device, customer, ...registration };
}

describe('refused', () => {
  test('viewers and sales managers read waiting registrations and change none', async () => {
    const { id } = await waiting();
    for (const flag of ['is_device_user_viewer', 'is_sales_manager']) {
      const client = await t.asStaff(await createUser(t.services, { [flag]: true }));
      expect((await client.get('/v1/cs/user-registrations/')).statusCode).toBe(200);
      expect((await mail(id, client)).statusCode).toBe(403);
      expect((await discard(id, client)).statusCode).toBe(403);
    }
    expect((await list()).registrations.map((row) => row.id)).toContain(id);
  });

  test('404 for unknown registrations, 409 for one that was confirmed meanwhile', async () => {
    const { id } = await waiting();
    await db
      .updateTable('device_registration')
      .set({ confirmed_at: new Date() })
      .where('id', '=', id)
      .execute();
    for (const change of [mail, discard]) {
      expect((await change(999_999_999)).statusCode).toBe(404);
      const reply = await change(id);
      expect([reply.statusCode, reply.json().code]).toEqual([409, 'registration_confirmed']);
    }
  });

  test('no mail goes out for a blocked device or one that another customer has', async () => {
    const [blocked, taken] = [await waiting(), await waiting()];
    await db.updateTable('device').set({ state: 'blocked' }).where('id', '=', blocked.device.id).execute();
    await createRegistration(t.services, taken.device, await createUser(t.services));
    expect((await mail(blocked.id)).json().code).toBe('device_blocked');
    expect((await mail(taken.id)).json().code).toBe('device_taken');
    const states = new Map(
      (await list('num_per_page=100')).registrations.map((row) => [row.id, row.device.state]),
    );
    expect([states.get(blocked.id), states.get(taken.id)]).toEqual(['blocked', 'taken']);
  });
});

test('a registration of a removed device is neither listed nor counted', async () => {
  const before = (await list()).page.count;
  const { device } = await waiting();
  expect((await list()).page.count).toBe(before + 1);
  await db.updateTable('device').set({ removed_at: new Date() }).where('id', '=', device.id).execute();
  expect((await list()).page.count).toBe(before);
  expect((await list('search=ada')).registrations.map(({ device: { id } }) => id)).not.toContain(device.id);
});

test('the list has waiting registrations only, searched, sorted and counted', async () => {
  const before = (await list()).page.count;
  const [zoe, abe] = [await waiting('Zoë Ünal'), await waiting("Abe O'Neil")];
  await createRegistration(t.services, await createDevice(t.services, factory), zoe.customer);
  expect((await list()).page.count - before).toBe(2);
  const found = await list('search=unal');
  expect(found.registrations).toMatchObject([
    {
      id: zoe.id,
      device: { id: zoe.device.id, udi: zoe.device.udi, state: 'free' },
      customer: { user_id: zoe.customer.id, name: 'Zoë Ünal', country: 'DE' },
    },
  ]);
  expect((await list(`search=${encodeURIComponent(abe.device.serialNo)}`)).registrations).toHaveLength(1);
  const names = (await list('sort=name asc&num_per_page=100')).registrations.map(
    ({ customer }) => customer.name,
  );
  expect(names.indexOf("Abe O'Neil")).toBeLessThan(names.indexOf('Zoë Ünal'));
});

test('the list of waiting registrations follows changes of customers and devices, in every order and for every word', async () => {
  const made = [];
  for (const name of ['Zoë Ünal', 'abe Berg', 'Bergmann Ida', 'Chloé Ärmel', 'Emil Omid'])
    made.push(await waiting(name));
  const [renamed, confirmed, removed, returned, remodelled] = made.map(({ id, device }) => ({ id, device }));
  const setDevice = (which: typeof renamed, set: { removed_at?: Date | null; model?: string }) =>
    db
      .updateTable('device')
      .set(set)
      .where('id', '=', which?.device.id ?? 0)
      .execute();
  const setRegistration = (which: typeof renamed, set: { name?: string; confirmed_at?: Date }) =>
    db
      .updateTable('device_registration')
      .set(set)
      .where('id', '=', which?.id ?? 0)
      .execute();
  await setRegistration(renamed, { name: 'Ünal-Berg Zoë' });
  await setRegistration(confirmed, { confirmed_at: new Date() });
  for (const each of [removed, returned]) await setDevice(each, { removed_at: new Date() });
  await setDevice(returned, { removed_at: null });
  await setDevice(remodelled, { model: 'Berglicht' });

  const from = sql`device_registration as reg join device on device.id = reg.device_id`;
  const plain = async (order: string, word: string) => {
    const { rows } = await sql<{ id: number }>`
      select reg.id from ${from} where confirmed_at is null and removed_at is null and search_text(concat_ws(' ',
        reg.name, email, phone, country, udi, udi_key, serial_no, serial_key, model)) like ${`%${word}%`}
      order by ${sql.raw(order)}
    `.execute(db);
    return rows.map(({ id }) => id);
  };
  const KEYS = {
    asked: 'reg.created_at',
    mailed: 'mailed_at',
    udi: 'udi_key collate "C"',
    name: 'fold(reg.name)',
    email: 'lower(email)',
    country: 'country',
  };
  for (const word of ['', 'berg', 'unal', 'licht', newUdi().serialNo.slice(0, 6).toLowerCase()])
    for (const [sort, key] of Object.entries(KEYS))
      for (const way of ['asc', 'desc']) {
        const { registrations, page } = await list(`search=${word}&sort=${sort}+${way}&num_per_page=100`);
        const ids = registrations.map(({ id }) => id);
        expect([word, sort, way, ids]).toEqual([
          word,
          sort,
          way,
          await plain(`${key} ${way}, reg.id ${way}`, word),
        ]);
        expect(page.count).toBe(ids.length);
      }
});

test('a waiting registration is found by its own customer, and not by the one who has the device', async () => {
  const { device } = await waiting('Petra Wartend');
  const held = await createRegistration(t.services, device, await createUser(t.services));
  await db
    .updateTable('device_registration')
    .set({ name: 'Hans Habend' })
    .where('id', '=', held.id)
    .execute();
  expect(await list('search=habend&sort=name+asc')).toMatchObject({ registrations: [], page: { count: 0 } });
  expect((await list('search=wartend')).registrations).toHaveLength(1);
  expect((await list(`search=wartend+${device.serialNo}`)).registrations).toHaveLength(1);
});

test('a link that is mailed again works, the one before does not, and the log names the staff member', async () => {
  const { id, token, customer, device } = await waiting();
  expect((await mail(id)).json()).toMatchObject({ sent: true });
  expect((await mail(id)).json()).toMatchObject({ sent: false, next_in: expect.any(Number) });
  const confirm = (link: string) =>
    t.nobody.post('/v1/devices/confirm-email/', { rdidb64: encodeId(id), token: link, srv_loc: SID });
  expect((await confirm(token)).json().code).toBe('device_link_invalid');
  const mails = (await waitingJobs(t, 'mail')) as { to: string; params: { link: string } }[];
  const link = mails.find(({ to }) => to === customer.email)?.params.link ?? '';
  expect((await confirm(/confirm-email\/[^/]+\/([^?]+)/.exec(link)?.[1] ?? '')).statusCode).toBe(200);
  const logged = await db
    .selectFrom('audit_log')
    .select(['user_id', 'object_id'])
    .where('action', '=', 'device_registration_mailed')
    .where('object_id', '=', device.id)
    .execute();
  expect(logged).toEqual([{ user_id: factory.id, object_id: device.id }]);
});

test('a discarded registration leaves the list and the settings of its customer', async () => {
  const { id, customer } = await waiting();
  expect((await discard(id)).statusCode).toBe(200);
  expect((await discard(id)).statusCode).toBe(404);
  expect((await lastEvent(t, 'device_registered'))?.audience).toEqual([customer.id]);
  const scanners = await (await t.as(customer)).get('/v1/devices/registrations/');
  expect(scanners.json()).toMatchObject({ scanners: [] });
});
