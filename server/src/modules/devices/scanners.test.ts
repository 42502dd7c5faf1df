import type { Scanner } from '@cusp/contract/devices';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { internalActor } from '../../platform/http/actor.ts';
import { inTransaction } from '../../platform/work.ts';
import {
  confirmRegistration,
  createDevice,
  createRegistration,
  createRental,
  newUdi,
} from '../../testing/devices.ts';
import { createGroup, createUser } from '../../testing/factories.ts';
import { lastEvent, SID } from '../../testing/partners.ts';
import { openTestApp } from '../../testing/test-app.ts';
import { waitingJobs } from '../../testing/two-sides.ts';
import { addDevice } from './add-device.ts';
import { tidyDevices } from './register-scanner.ts';

const t = await openTestApp();
const { db } = t.services;
const maker = await createUser(t.services, { is_device_manager: true });
const newDevice = (more = {}) => createDevice(t.services, maker, more);

type Person = { id: number; email: string };
const register = async (person: Person, device: string, more: object = {}) =>
  (await t.as(person)).post('/v1/devices/registrations/', { device, country: 'DE', ...more });
const scannersOf = async (person: Person) =>
  (await (await t.as(person)).get('/v1/devices/registrations/')).json<{ scanners: Scanner[] }>().scanners;
const confirm = (link: { id: number; token: string }) => confirmRegistration(t, link);
/** Target of the link in the newest confirmation mail to a person. */
async function linkMailedTo({ email }: Person) {
  const mails = (await waitingJobs(t, 'mail')) as {
    to: string;
    template: string;
    params: { link: string };
  }[];
  const link = mails.filter((mail) => mail.to === email && mail.template === 'device-confirm').at(-1)
    ?.params.link;
  const [, rdidb64 = '', token = '', sid = ''] =
    /^\/devices\/confirm-email\/([^/]+)\/([^/]+)\?sid=(.+)$/.exec(link ?? '') ?? [];
  return { id: Number(Buffer.from(rdidb64, 'base64url')), token, sid };
}

describe('registering is refused', () => {
  test.each<[string, string, number]>([
    ['(01)09506000134352(21)NOWHERE', 'device_unknown', 404],
    ['SN-NOWHERE', 'device_unknown', 404],
    ['(01)09506000134353(21)1', 'udi_wrong_check_digit', 400],
    ['   ', 'invalid_input', 400],
    ['x'.repeat(201), 'invalid_input', 400],
  ])('registering is refused for "%.40s" with %s', async (device, code, status) => {
    const reply = await register(await createUser(t.services), device);
    expect([reply.statusCode, reply.json().code]).toEqual([status, code]);
  });

  test('registering is refused for a scanner of somebody else, in words that do not say whose it is', async () => {
    const [device, holder] = [await newDevice(), await createUser(t.services, { first_name: 'Hidden' })];
    await createRegistration(t.services, device, holder);
    const reply = await register(await createUser(t.services), device.udi);
    expect([reply.statusCode, reply.json().code]).toEqual([409, 'device_taken']);
    expect(reply.body).not.toMatch(new RegExp(`Hidden|${holder.email}`));
  });

  test('registering is refused for a blocked one, a serial number of several, a removed one, and an own one', async () => {
    const me = await createUser(t.services);
    const blocked = await newDevice();
    await db.updateTable('device').set({ state: 'blocked' }).where('id', '=', blocked.id).execute();
    expect((await register(me, blocked.udi)).json().code).toBe('device_blocked');
    const { serialNo } = await newDevice();
    await newDevice({ udi: `OTHER ${serialNo}`, serialNo });
    expect((await register(me, serialNo)).json().code).toBe('device_ambiguous');
    const removed = await newDevice();
    await db.updateTable('device').set({ removed_at: new Date() }).where('id', '=', removed.id).execute();
    expect((await register(me, removed.udi)).json().code).toBe('device_unknown');
    const own = await newDevice();
    await createRegistration(t.services, own, me);
    expect((await register(me, own.udi)).json().code).toBe('device_yours');
  });

  test('registering is refused with an installation date in the future', async () => {
    const reply = await register(await createUser(t.services), (await newDevice()).udi, {
      installed_date: '2099-01-01',
    });
    expect([reply.statusCode, reply.json().errors[0].field]).toEqual([400, 'installed_date']);
  });

  test('registering is refused for somebody who tries one number after the other', async () => {
    const me = await createUser(t.services);
    // Registrations that succeed are no guesses.
    for (let own = 0; own < 11; own += 1)
      expect((await register(me, (await newDevice()).serialNo)).statusCode).toBe(200);
    const [free, taken] = [await newDevice(), await newDevice()];
    await createRegistration(t.services, taken, await createUser(t.services));
    let reply = await register(me, taken.serialNo);
    expect(reply.statusCode).toBe(409);
    for (let tried = 1; tried < 20 && reply.statusCode !== 429; tried += 1)
      reply = await register(me, `SN-${tried}`);
    expect(reply.statusCode).toBe(429);
    expect((await register(me, free.serialNo)).statusCode).toBe(429);
    expect(reply.json().retry_after).toBeGreaterThan(0);
  });
});

describe('registering', () => {
  test('a scanner is registered by UDI in any spelling or by serial number, and confirmed by the mailed link', async () => {
    const { udi, serialNo } = newUdi();
    const device = await newDevice({ udi, serialNo });
    for (const spelling of [
      udi,
      udi.replace(/[()]/g, ''),
      `  ${udi.toLowerCase()}`,
      // As a camera reads it: the symbology, and FNC1 after the value.
      `]d2${udi.replace(/[()]/g, '')}\u001d`,
      // With a production date that the factory left out.
      udi.replace('(21)', '(11)240131(21)'),
      serialNo.toLowerCase(),
    ]) {
      const me = await createUser(t.services);
      const reply = await register(me, spelling, {
        installed_date: '2026-01-31',
        city: 'Köln',
        zip_code: '50667',
      });
      expect(reply.json()).toMatchObject({ mail: { sent: true } });
      expect(await scannersOf(me)).toMatchObject([
        { device_id: device.id, state: 'waiting', city: 'Köln', installed_date: '2026-01-31', is_own: true },
      ]);
      const { sid, ...link } = await linkMailedTo(me);
      expect(sid).toBe(SID);
      if (spelling !== serialNo.toLowerCase()) continue;
      expect((await confirm(link)).json()).toEqual({ detail: 'email confirmed', already: false });
      expect(await scannersOf(me)).toMatchObject([{ state: 'active' }]);
      expect(await lastEvent(t, 'device_registered')).toMatchObject({ audience: [me.id] });
    }
  });

  test('registering a waiting scanner again changes its place and sends no second mail immediately', async () => {
    const [me, device] = [await createUser(t.services), await newDevice()];
    const first = (await register(me, device.udi, { city: 'Köln' })).json();
    const again = (await register(me, device.udi, { city: 'Bonn' })).json();
    expect(again).toMatchObject({ id: first.id, mail: { sent: false } });
    expect(again.mail.next_in).toBeGreaterThan(0);
    expect(await scannersOf(me)).toMatchObject([{ city: 'Bonn' }]);
  });

  test('a second mail makes the first link worthless', async () => {
    const [me, device] = [await createUser(t.services), await newDevice()];
    const { id } = (await register(me, device.udi)).json();
    const first = await linkMailedTo(me);
    await db.updateTable('mail_request').set({ asked_at: sql`now() - interval '2 minutes'` }).execute();
    const client = await t.as(me);
    expect((await client.post(`/v1/devices/registrations/${id}/mail/`)).json().sent).toBe(true);
    expect((await confirm(first)).json().code).toBe('device_link_invalid');
    expect((await confirm(await linkMailedTo(me))).statusCode).toBe(200);
    expect((await client.post(`/v1/devices/registrations/${id}/mail/`)).json().code).toBe('device_yours');
  });

  test('a registration can be withdrawn while it waits, not after', async () => {
    const [me, device] = [await createUser(t.services), await newDevice()];
    const client = await t.as(me);
    const waiting = await createRegistration(t.services, device, me, { confirmed: false });
    expect((await client.delete(`/v1/devices/registrations/${waiting.id}/`)).statusCode).toBe(200);
    expect(await scannersOf(me)).toEqual([]);
    const confirmed = await createRegistration(t.services, device, me);
    const reply = await client.delete(`/v1/devices/registrations/${confirmed.id}/`);
    expect([reply.statusCode, reply.json().code]).toEqual([409, 'device_confirmed']);
  });

  test('registering that nobody confirms is forgotten after 14 days', async () => {
    const [me, old, young] = [await createUser(t.services), await newDevice(), await newDevice()];
    await createRegistration(t.services, old, me, { confirmed: false });
    await createRegistration(t.services, young, me, { confirmed: false });
    await db
      .updateTable('device_registration')
      .set({ created_at: sql`now() - interval '15 days'` })
      .where('device_id', '=', old.id)
      .execute();
    await tidyDevices(t.services);
    expect((await scannersOf(me)).map(({ device_id }) => device_id)).toEqual([young.id]);
  });
});

test('a person sees own scanners, and of their group the confirmed ones', async () => {
  const [me, mate, stranger] = await Promise.all([1, 2, 3].map(() => createUser(t.services)));
  if (!me || !mate || !stranger) throw new Error('no people');
  await createGroup(t.services, me, [mate]);
  const rented = await createRental(t.services, { manager: maker, customer: me });
  await createRegistration(t.services, await newDevice(), me, { confirmed: false });
  await createRegistration(t.services, await newDevice(), stranger);
  expect((await scannersOf(me)).map(({ state }) => state)).toEqual(['active', 'waiting']);
  expect(await scannersOf(mate)).toMatchObject([{ device_id: rented.id, is_own: false }]);
});

describe('the factory register', () => {
  const add = (udi: string, prodDate: string | null = null) =>
    inTransaction(t.services, internalActor(maker.id), (work) =>
      addDevice(work, { udi, serialNo: '', prodDate, model: '', rentalManagerId: null }),
    );

  test('the factory register takes a serial number of a GTIN once, whatever else the labels name', async () => {
    await add('(01)09506000134352(11)240131(21)LABEL-1');
    for (const again of ['(01)09506000134352(21)label1', '(01)09506000134352(10)A(21)LABEL-1'])
      await expect(add(again)).rejects.toMatchObject({ code: 'device_exists' });
    const both = await Promise.allSettled([
      add('(01)09506000134352(21)LABEL-2'),
      add('(01)09506000134352(11)240131(21)LABEL-2'),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    // Another GTIN, and labels without a serial number.
    await add('(01)04006381333931(21)LABEL-1');
    await add('(01)09506000134352(11)240131');
    await add('(01)09506000134352(11)240201');
  });

  test('the factory register takes a UDI once, however it is written', async () => {
    await add('(01)09506000134352(11)240131(21)ONCE');
    for (const again of ['010950600013435211240131\u001d21ONCE', '(01) 09506000134352 (11) 240131 (21) once'])
      await expect(add(again)).rejects.toMatchObject({ code: 'device_exists' });
    expect(
      await db
        .selectFrom('device')
        .select(['serial_no', 'prod_date'])
        .where('serial_key', '=', 'ONCE')
        .execute(),
    ).toEqual([{ serial_no: 'ONCE', prod_date: '2024-01-31' }]);
  });

  test.each([
    ['(01)09506000134353(21)1', null, 'udi_wrong_check_digit'],
    ['(01)09506000134352(11)240131(21)2', '2024-02-01', 'udi_date_mismatch'],
    ['(01)09506000134352(11)269999(21)2', null, 'udi_wrong_date'],
    ['(01)09506000134352(11)490131(21)3', null, 'date_in_future'],
    ['SN 5', '2099-01-01', 'date_in_future'],
    [' ', null, 'invalid_input'],
  ])('the factory register refuses %j made on %s with %s', async (udi, prodDate, code) => {
    await expect(add(udi, prodDate)).rejects.toMatchObject({ code });
  });
});
