import type { StaffUserDetail } from '@cusp/contract/staff-users';
import { describe, expect, test } from 'vitest';
import { createDevice } from '../../testing/devices.ts';
import { createUser } from '../../testing/factories.ts';
import { createMember, newestMailTo, signIn } from '../../testing/sign-in.ts';
import { openTestApp } from '../../testing/test-app.ts';

const t = await openTestApp({ work: true });
const { db, hub } = t.services;
const stella = await createUser(t.services, { is_staff: true, first_name: 'Stella', last_name: 'Staff' });
const tom = await createUser(t.services, { is_staff: true, first_name: 'Tom', last_name: 'Second' });
const [staff, other] = [await t.asStaff(stella), await t.asStaff(tom)];
const manager = await t.asStaff(await createUser(t.services, { is_device_manager: true }));

const path = (user: { id: number }, more = '') => `/v1/cs/users/${user.id}/${more}`;
const detail = async (user: { id: number }) => (await staff.get(path(user))).json<StaffUserDetail>();
const REASON = 'Asked for it by phone';
const outcomeOf = (reply: { statusCode: number; json(): { code?: string } }) => [
  reply.statusCode,
  reply.json().code,
];
const auditAbout = async (user: { id: number }) =>
  (
    await db
      .selectFrom('audit_log')
      .select(['action', 'user_id'])
      .where('object_type', '=', 'user')
      .where('object_id', '=', user.id)
      .orderBy('id')
      .execute()
  ).map(({ action, user_id }) => [action, user_id]);

describe('a block', () => {
  test('a block is refused for oneself, for staff, without a reason and for unknown ids', async () => {
    const body = { reason: REASON, version: 1 };
    expect(outcomeOf(await staff.post(path(stella, 'block/'), body))).toEqual([409, 'account_is_yours']);
    expect(outcomeOf(await staff.post(path(tom, 'block/'), body))).toEqual([409, 'account_is_staff']);
    const user = await createUser(t.services);
    const blank = await staff.post(path(user, 'block/'), { reason: '   ', version: 1 });
    expect(outcomeOf(blank)).toEqual([400, 'invalid_input']);
    expect((await staff.post(path({ id: 999_999_999 }, 'block/'), body)).statusCode).toBe(404);
    expect((await detail(user)).state).toBe('active');
  });

  test('a block ends sessions and streams at once, keeps the person out, and is undone', async () => {
    const user = await createMember(t);
    const client = await t.as(user);
    const ended: string[] = [];
    hub.onSessionEnded((id) => ended.push(id));
    const sessions = (await detail(user)).sessions ?? [];
    const reply = await staff.post(path(user, 'block/'), { reason: REASON, version: 1 });
    expect(reply.statusCode, reply.body).toBe(200);
    expect(ended).toEqual(sessions.map(({ id }) => id));
    expect((await client.get('/v1/auth/check/')).statusCode).toBe(401);
    expect(outcomeOf(await signIn(t, user.email))).toEqual([403, 'account_blocked']);
    const blocked = await detail(user);
    expect(blocked).toMatchObject({
      state: 'blocked',
      version: 2,
      sessions: [],
      block: { by: 'Stella Staff', reason: REASON },
    });
    const undone = await other.delete(path(user, 'block/'), { reason: 'Identity confirmed', version: 2 });
    expect(undone.statusCode, undone.body).toBe(200);
    expect((await signIn(t, user.email)).statusCode).toBe(200);
    expect((await detail(user)).log).toMatchObject([
      { action: 'unblocked', reason: 'Identity confirmed', by: 'Tom Second' },
      { action: 'blocked', reason: REASON, by: 'Stella Staff' },
    ]);
    expect(await auditAbout(user)).toEqual([
      ['user_blocked', stella.id],
      ['user_unblocked', tom.id],
    ]);
  });

  test('when two staff members block an account concurrently, the second gets 409 with the name of the first', async () => {
    const user = await createUser(t.services);
    const replies = await Promise.all(
      [staff, other].map((client) => client.post(path(user, 'block/'), { reason: REASON, version: 1 })),
    );
    expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
    const late = replies.find(({ statusCode }) => statusCode === 409);
    const first = replies[0] === late ? 'Tom Second' : 'Stella Staff';
    expect(late?.json()).toMatchObject({ code: 'conflict', changed_by: first });
    expect((await detail(user)).log).toHaveLength(1);
  });

  test('a block is set and lifted once by a double click', async () => {
    const user = await createUser(t.services);
    const clicks = (method: 'post' | 'delete', version: number) =>
      Promise.all([1, 2].map(() => staff[method](path(user, 'block/'), { reason: REASON, version })));
    for (const replies of [await clicks('post', 1), await clicks('delete', 2)])
      expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    const shown = await detail(user);
    expect([shown.version, shown.log.map(({ action }) => action)]).toEqual([3, ['unblocked', 'blocked']]);
    const late = await other.post(path(user, 'block/'), { reason: REASON, version: 1 });
    expect(late.json()).toMatchObject({ code: 'conflict', changed_by: 'Stella Staff' });
  });
});

describe('sessions', () => {
  test('sessions of staff are not ended here, and one of somebody else is not found', async () => {
    const [user, stranger] = [await createUser(t.services), await createUser(t.services)];
    await t.as(stranger);
    const [session] = (await detail(stranger)).sessions ?? [];
    expect((await staff.delete(path(user, `sessions/${session?.id}/`))).statusCode).toBe(404);
    expect(outcomeOf(await staff.delete(path(tom, 'sessions/')))).toEqual([409, 'account_is_staff']);
    expect((await detail(stranger)).sessions).toHaveLength(1);
  });

  test('sessions are ended one by one and all at once', async () => {
    const user = await createMember(t);
    const client = await t.as(user);
    await signIn(t, user.email);
    await signIn(t, user.email);
    const sessions = (await detail(user)).sessions ?? [];
    expect(sessions).toHaveLength(3);
    expect((await staff.delete(path(user, `sessions/${sessions[0]?.id}/`))).statusCode).toBe(200);
    expect((await detail(user)).sessions).toHaveLength(2);
    expect((await staff.delete(path(user, 'sessions/'))).json()).toEqual({ ended: 2 });
    expect((await staff.delete(path(user, 'sessions/'))).json()).toEqual({ ended: 0 });
    expect((await client.get('/v1/auth/check/')).statusCode).toBe(401);
    expect((await detail(user)).log.map(({ action }) => action)).toEqual(['sessions_ended', 'session_ended']);
  });
});

describe('the activation mail', () => {
  test('the activation mail is not sent to an active account', async () => {
    const user = await createUser(t.services);
    expect(outcomeOf(await staff.post(path(user, 'activation/')))).toEqual([409, 'account_activated']);
  });

  test('the activation mail is sent once, and again only after a pause', async () => {
    const user = await createUser(t.services, { activated_at: null });
    expect((await staff.post(path(user, 'activation/'))).json()).toMatchObject({ sent: true });
    expect((await newestMailTo(t, user.email)).text).toContain('/activate/');
    expect((await staff.post(path(user, 'activation/'))).json()).toMatchObject({ sent: false });
    expect((await detail(user)).log.map(({ action }) => action)).toEqual(['activation_sent']);
  });
});

describe('the flag of rental managers', () => {
  const set = (email: string, granted: boolean, client = manager) =>
    client.post('/v1/cs/users/rental-manager/', { email, granted });

  test('the flag of rental managers is granted to activated accounts by device managers only', async () => {
    const user = await createUser(t.services, { activated_at: null });
    expect(outcomeOf(await set(user.email, true))).toEqual([404, 'rental_manager_unknown']);
    expect((await set(user.email, true, staff)).statusCode).toBe(403);
  });

  test('the flag of rental managers is not given to staff, by the flag or with a device', async () => {
    const other = await createUser(t.services, { is_sales_manager: true });
    expect(outcomeOf(await set(other.email, true))).toEqual([409, 'account_is_staff']);
    const device = await createDevice(t.services, await createUser(t.services));
    const body = { devices: [{ id: device.id }], ids: [device.id], email: other.email };
    const reply = await manager.post('/v1/cs/devices/rental-manager/', body);
    expect(outcomeOf(reply)).toEqual([409, 'account_is_staff']);
  });

  test('the flag of rental managers stays without devices once it is granted, and is withdrawn only without devices', async () => {
    const user = await createUser(t.services);
    expect((await set(user.email.toUpperCase(), true)).statusCode).toBe(200);
    expect((await detail(user)).is_device_rental_manager).toBe(true);
    const device = await createDevice(t.services, user, { rentalManagerId: user.id });
    expect(outcomeOf(await set(user.email, false))).toEqual([409, 'rental_manager_has_devices']);

    const assign = (email: string | null) =>
      manager.post('/v1/cs/devices/rental-manager/', {
        devices: [{ id: device.id }],
        ids: [device.id],
        email,
      });
    expect((await assign(null)).statusCode).toBe(200);
    expect((await detail(user)).is_device_rental_manager).toBe(true);
    expect((await set(user.email, false)).statusCode).toBe(200);
    expect((await set(user.email, false)).statusCode).toBe(200);
    const shown = await detail(user);
    expect(shown.is_device_rental_manager).toBe(false);
    expect(shown.log.map(({ action }) => action)).toEqual(['rental_withdrawn', 'rental_granted']);
  });
});
