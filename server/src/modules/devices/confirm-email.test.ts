import type { Scanner } from '@cusp/contract/devices';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { confirmRegistration, createDevice, createRegistration } from '../../testing/devices.ts';
import { createUser } from '../../testing/factories.ts';
import { leaveFor } from '../../testing/guests.ts';
import { SID } from '../../testing/partners.ts';
import { openTestApp } from '../../testing/test-app.ts';

const t = await openTestApp();
const { db } = t.services;
const maker = await createUser(t.services, { is_device_manager: true });
const newDevice = () => createDevice(t.services, maker);

type Person = { id: number; email: string };
const scannersOf = async (person: Person) =>
  (await (await t.as(person)).get('/v1/devices/registrations/')).json<{ scanners: Scanner[] }>().scanners;
const confirm = (link: { id: number; token: string }, srv_loc?: string, cookie?: string) =>
  confirmRegistration(t, link, srv_loc, cookie);

describe('a confirmation link', () => {
  const waiting = async (person?: Person) => {
    const [me, device] = [person ?? (await createUser(t.services)), await newDevice()];
    return { me, device, ...(await createRegistration(t.services, device, me, { confirmed: false })) };
  };
  const code = (reply: { statusCode: number; json(): { code: string } }) => [
    reply.statusCode,
    reply.json().code,
  ];

  test('a confirmation link of another region, without a region, or damaged is refused', async () => {
    const link = await waiting();
    expect(code(await confirm(link, Buffer.from('EU').toString('base64url')))).toEqual([
      400,
      'server_is_wrong',
    ]);
    expect(code(await confirm(link, ''))).toEqual([400, 'no_server_location']);
    expect(code(await confirm({ ...link, token: 'x' }))).toEqual([400, 'device_link_invalid']);
    expect(code(await confirm({ ...link, id: 999_999_999 }))).toEqual([400, 'device_link_invalid']);
    expect((await scannersOf(link.me))[0]?.state).toBe('waiting');
  });

  test('a confirmation link of a blocked account confirms nothing', async () => {
    const link = await waiting();
    await t.services.db
      .updateTable('app_user')
      .set({ blocked_at: new Date(), blocked_by: link.me.id })
      .where('id', '=', link.me.id)
      .execute();
    expect(code(await confirm(link))).toEqual([403, 'account_blocked']);
    const row = await t.services.db
      .selectFrom('device_registration')
      .select('confirmed_at')
      .where('id', '=', link.id)
      .executeTakeFirst();
    expect(row?.confirmed_at).toBeNull();
  });

  test('a confirmation link of somebody who moved to the other region is answered there', async () => {
    const link = await waiting();
    await leaveFor(t.services, link.me);
    expect(code(await confirm(link))).toEqual([400, 'server_is_wrong']);
    expect(code(await confirm({ ...link, token: 'x' }))).toEqual([400, 'device_link_invalid']);
  });

  test('a confirmation link that is used twice says that the scanner is confirmed already', async () => {
    const link = await waiting();
    expect((await confirm(link)).json().already).toBe(false);
    expect((await confirm(link)).json().already).toBe(true);
  });

  test('a confirmation link opened where another person is signed in confirms nothing', async () => {
    const link = await waiting();
    const other = await t.as(await createUser(t.services));
    expect(code(await confirm(link, SID, `cusp=${other.cookie}`))).toEqual([400, 'no_permission']);
    const own = await t.as(link.me);
    expect((await confirm(link, SID, `cusp=${own.cookie}`)).statusCode).toBe(200);
  });

  test('a confirmation link older than 14 days, or of a scanner that has been blocked, is refused', async () => {
    const late = await waiting();
    await db
      .updateTable('device_registration')
      .set({ token_expires_at: sql`now()` })
      .where('id', '=', late.id)
      .execute();
    expect(code(await confirm(late))).toEqual([400, 'device_link_invalid']);
    const blocked = await waiting();
    await db.updateTable('device').set({ state: 'blocked' }).where('id', '=', blocked.device.id).execute();
    expect(code(await confirm(blocked))).toEqual([409, 'device_blocked']);
  });

  test('confirmation links of two customers used concurrently give the scanner to one', async () => {
    const device = await newDevice();
    const links = await Promise.all(
      [1, 2].map(async () =>
        createRegistration(t.services, device, await createUser(t.services), { confirmed: false }),
      ),
    );
    const replies = await Promise.all(links.map((link) => confirm(link)));
    expect(replies.map((reply) => reply.statusCode).sort()).toEqual([200, 409]);
    expect(replies.find((reply) => reply.statusCode === 409)?.json().code).toBe('device_taken');
  });
});
