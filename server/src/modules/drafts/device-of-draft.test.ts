import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { createDevice, createRegistration, createRental } from '../../testing/devices.ts';
import { completeFields } from '../../testing/draft-forms.ts';
import { createUser } from '../../testing/factories.ts';
import { orderFields } from '../../testing/order-edits.ts';
import { openTwoSides } from '../../testing/two-sides.ts';
import { png, stl, upload } from '../../testing/uploads.ts';

const { t, people } = await openTwoSides();
const author = await t.as(people.author);
const manager = await createUser(t.services, { is_device_rental_manager: true });

const begin = async (fields: object = {}) =>
  (await author.post('/v1/drafts/', { key: randomUUID(), fields })).json();
const path = (id: number) => `/v1/drafts/${id}/`;
const rent = (customer: { id: number; email: string }) => createRental(t.services, { manager, customer });

describe('the scanner of a draft', () => {
  test('the scanner of a draft is one of the author or of their group; of nobody else, unconfirmed or blocked it is refused', async () => {
    const [own, mates, foreign] = [
      await rent(people.author),
      await rent(people.authorMate),
      await rent(people.recipient),
    ];
    const blocked = await rent(people.author);
    await t.services.db
      .updateTable('device')
      .set({ state: 'blocked' })
      .where('id', '=', blocked.id)
      .execute();
    const waiting = await createDevice(t.services, manager);
    await createRegistration(t.services, waiting, people.author, { confirmed: false });
    for (const device of [own, mates])
      expect(await begin({ deviceId: device.id })).toMatchObject({ deviceId: device.id });
    const { id, version } = await begin();
    for (const device of [foreign, blocked, waiting, { id: 999_999_999 }]) {
      const fields = { ...completeFields(null), deviceId: device.id };
      const replies = [
        await author.put(path(id), { version, fields }),
        await author.post('/v1/drafts/', { key: randomUUID(), fields: { deviceId: device.id } }),
      ];
      for (const reply of replies)
        expect([reply.statusCode, reply.json().code]).toEqual([409, 'device_not_registered']);
    }
  });

  test('a locked scanner of a draft with scans cannot be exchanged or removed, not even after the case was taken back', async () => {
    const [device, other] = [await rent(people.author), await rent(people.author)];
    const setLock = async (dev_locked: boolean) => {
      const dev_conns = [{ dev_id: device.id, user_id: manager.id, dev_locked }];
      const reply = await (await t.as(manager)).post('/v1/devices/connections/', { dev_conns });
      expect(reply.json(), reply.body).toMatchObject({ changed: 1 });
    };
    const fields = { ...completeFields(people.recipient.id), deviceId: device.id };
    const { id, ...begun } = await begin(fields);
    let version: number = begun.version;
    const save = async (deviceId: number | null, note = '') => {
      const reply = await author.put(path(id), { version, fields: { ...fields, deviceId, note } });
      if (reply.statusCode === 200) version = reply.json().version;
      return reply;
    };
    await upload(author, id, png(), 'photo.png');
    await setLock(true);
    // Pictures are not concerned.
    expect((await save(other.id)).statusCode).toBe(200);
    expect((await save(device.id)).statusCode).toBe(200);

    const scan = (await upload(author, id, stl(40), 'scan-upper.stl')).json();
    const download = async () => (await author.get(`/v1/files/${scan.id}/download/`)).statusCode;
    const expectRefused = async () => {
      for (const deviceId of [null, other.id]) {
        const reply = await save(deviceId);
        expect([reply.statusCode, reply.json()]).toMatchObject([
          409,
          { code: 'scanner_locked', errors: [{ field: 'fields.deviceId' }] },
        ]);
      }
      expect(await download()).toBe(403);
    };
    await expectRefused();
    await t.services.db
      .insertInto('malware_scan')
      .values({ file_id: scan.id, state: 'too_large', signature: null, scanned_at: sql`now()` })
      .execute();
    await expectRefused();
    await t.services.db.deleteFrom('malware_scan').where('file_id', '=', scan.id).execute();
    expect((await save(device.id, 'Other fields are saved')).statusCode).toBe(200);

    const sent = await author.post(`${path(id)}send/`, { version });
    expect(sent.statusCode, sent.body).toBe(200);
    // The time for taking back does not end however slow the machine is.
    await t.services.db
      .updateTable('dental_case')
      .set({ published_at: sql`now() + interval '1 hour'` })
      .where('id', '=', id)
      .execute();
    const back = await author.post(`${path(id)}unsend/`, { version: sent.json().version });
    expect(back.statusCode, back.body).toBe(200);
    version = (await author.get(path(id))).json().version;
    await expectRefused();

    await setLock(false);
    expect((await save(null)).statusCode).toBe(200);
    expect((await save(device.id)).statusCode).toBe(200);
    await setLock(true);
    expect((await author.delete(`/v1/files/${scan.id}/remove/`)).statusCode).toBe(200);
    expect((await save(null)).statusCode).toBe(200);
  });

  test('the scanner of a draft is remembered for the next one when the case is sent, and fixed from then on', async () => {
    const device = await rent(people.author);
    const fields = { ...completeFields(people.recipient.id), deviceId: device.id };
    const { id, version } = await begin(fields);
    expect((await author.post(`${path(id)}send/`, { version })).statusCode).toBe(200);
    expect((await author.get('/v1/devices/registrations/')).json().last_device_id).toBe(device.id);
    const lateSave = await author.put(path(id), { version, fields: { ...fields, deviceId: null } });
    expect(lateSave.json().code).toBe('draft_changed');
    const edited = await author.put(`/v1/cases/${id}/order/`, {
      version: 1,
      proposal: null,
      as: 'change',
      fields: { ...orderFields({ note: 'Changed', scansFollow: true }), deviceId: null },
    });
    expect(edited.statusCode, edited.body).toBe(200);
    const row = await t.services.db
      .selectFrom('dental_case')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirst();
    expect(row).toMatchObject({ device_id: device.id, device_user_id: people.author.id });
  });

  test('the scanner of a draft that is no longer registered to them is refused when the case is sent', async () => {
    const device = await rent(people.author);
    const draft = await begin({ ...completeFields(people.recipient.id), deviceId: device.id });
    await t.services.db.deleteFrom('device_registration').where('device_id', '=', device.id).execute();
    const reply = await author.post(`${path(draft.id)}send/`, { version: draft.version });
    expect([reply.statusCode, reply.json().code]).toEqual([409, 'device_not_registered']);
  });
});
