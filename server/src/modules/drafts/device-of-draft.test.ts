import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { createDevice, createRegistration, createRental } from '../../testing/devices.ts';
import { completeFields } from '../../testing/draft-forms.ts';
import { createUser } from '../../testing/factories.ts';
import { orderFields } from '../../testing/order-edits.ts';
import { openTwoSides } from '../../testing/two-sides.ts';

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
