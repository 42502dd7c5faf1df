import { ACTION_ID_HEADER } from '@cusp/contract/endpoint';
import { STAFF_FLAGS } from '@cusp/contract/staff.routes';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { codeOf, setUpApp, tokenIn } from '../../testing/second-step.ts';
import { ask, auditOf, cookieOf, createMember, PASSWORD } from '../../testing/sign-in.ts';
import { openTestApp } from '../../testing/test-app.ts';

const t = await openTestApp({ config: { demo: false, idleMinutes: 60, sessionHours: 12 } });
const demo = await openTestApp({ config: { demo: true } });

const OURS = { [ACTION_ID_HEADER]: 'tab-1' };
const atAdm = (username: string, app = t) =>
  ask(app, { path: '/v1/auth/login/', body: { username, password: PASSWORD, callfrom: 'adm' } });
const check = (headers: Record<string, string>, callfrom = 'adm', app = t) =>
  ask(app, { method: 'GET', path: `/v1/auth/check/?callfrom=${callfrom}`, headers });
const refresh = (cookie: string, callfrom = 'adm') =>
  ask(t, { path: `/v1/auth/refresh/?callfrom=${callfrom}`, headers: { cookie, ...OURS } });
const codeAt = (reply: { json(): { code?: string }; statusCode: number }) => [
  reply.statusCode,
  reply.json().code,
];

/** A staff member with an authenticator app, signed in at /adm. */
async function staffMember() {
  const member = await createMember(t, { is_staff: true });
  const { secret, recoveryCodes } = await setUpApp(await t.as(member));
  const token = tokenIn(await atAdm(member.email));
  const reply = await ask(t, { path: '/v1/auth/login/code/', body: { token, code: codeOf(secret, 1) } });
  return { member, reply, recoveryCodes, cookie: cookieOf(reply), access: reply.json().access as string };
}
const bearer = (access: string) => ({ authorization: `Bearer ${access}` });

describe('signing in at /adm', () => {
  test('a wrong password at /adm gets the same answer as at /login', async () => {
    const reply = await ask(t, {
      path: '/v1/auth/login/',
      body: { username: 'nobody@cusp.example', password: 'wrong-one', callfrom: 'adm' },
    });
    expect(codeAt(reply)).toEqual([401, 'wrong_credentials']);
  });

  test('somebody without a staff flag gets "not device manager", no session and an audit log entry', async () => {
    for (const flags of [{}, { is_device_rental_manager: true }]) {
      const member = await createMember(t, flags);
      const reply = await atAdm(member.email);
      expect([reply.statusCode, reply.json().detail]).toEqual([403, 'not device manager']);
      expect(reply.headers['set-cookie']).toBeUndefined();
      expect(await auditOf(t, member.id)).toEqual(['authn_login_fail refused']);
    }
  });

  test.each(STAFF_FLAGS)('%s without a second step can only set one up', async (flag) => {
    const member = await createMember(t, { [`is_${flag}`]: true });
    const { access } = (await atAdm(member.email)).json();
    expect((await check(bearer(access))).json().session).toMatchObject({ unsecured: true });
    const closed = await ask(t, { method: 'GET', path: '/v1/cases/', headers: bearer(access) });
    expect(closed.statusCode).toBe(403);
  });

  test('the second step at /adm opens a staff session with its own cookie', async () => {
    const { reply, cookie, access, member } = await staffMember();
    expect(reply.statusCode).toBe(200);
    expect(cookie).toMatch(/^cusp-staff=/);
    const known = await check(bearer(access));
    expect(known.json()).toMatchObject({ user: { id: member.id }, session: { unsecured: false } });
  });

  test('adding a second step ends staff sessions opened without one', async () => {
    const member = await createMember(t, { is_staff: true });
    const { access } = (await atAdm(member.email)).json();
    await setUpApp(await t.as(member));
    expect((await check(bearer(access))).statusCode).toBe(401);
    expect((await (await t.as(member)).get('/v1/auth/check/')).statusCode).toBe(200);
  });

  test('in the demo only the staff of the demo practice need no second step', async () => {
    const one = await createMember(demo, { is_staff: true });
    const other = await createMember(demo, { is_staff: true, email: `${one.id}@support.test` });
    const unsecured = async (email: string) => {
      const { access } = (await atAdm(email, demo)).json();
      return (await check(bearer(access), 'adm', demo)).json().session.unsecured;
    };
    expect([await unsecured(one.email), await unsecured(other.email)]).toEqual([false, true]);
  });
});

describe('staff and customer sessions', () => {
  test('a session opened at /login cannot be used as a staff session', async () => {
    const { member, cookie } = await staffMember();
    const client = await t.as(member);
    expect(codeAt(await client.get('/v1/auth/check/?callfrom=adm'))).toEqual([401, 'not_signed_in']);
    const customer = await createMember(t);
    expect(codeAt(await (await t.as(customer)).get('/v1/auth/check/?callfrom=adm'))).toEqual([
      403,
      'not_device_manager',
    ]);
    // It is accepted neither as its own cookie nor with its value under the other cookie's name.
    const own = { cookie: `cusp=${(await t.as(customer)).cookie}` };
    expect((await check(own)).statusCode).toBe(403);
    expect((await check({ cookie: `cusp-staff=${(await t.as(customer)).cookie}` })).statusCode).toBe(403);
    expect((await check({ cookie }, 'login')).statusCode).toBe(401);
  });

  test('a staff session has no access to the customer area', async () => {
    const { access, cookie } = await staffMember();
    for (const path of ['/v1/cases/', '/v1/user/edit/', '/v1/auth/sessions/', '/v1/labs/']) {
      const reply = await ask(t, { method: 'GET', path, headers: bearer(access) });
      expect(reply.statusCode, path).toBe(403);
    }
    const stream = await ask(t, {
      method: 'GET',
      path: '/events/',
      headers: { cookie: cookie.replace('cusp-staff', 'cusp') },
    });
    expect(stream.statusCode).toBe(403);
  });

  test('a browser can have both sessions, and signing out of one keeps the other', async () => {
    const { member, cookie } = await staffMember();
    const customer = `cusp=${(await t.as(member)).cookie}`;
    const both = { cookie: `${customer}; ${cookie}` };
    const out = await ask(t, { path: '/v1/auth/logout/?callfrom=adm', headers: { ...both, ...OURS } });
    expect(out.cookies.map(({ name }) => name)).toEqual(['cusp-staff']);
    expect((await check(both, 'login')).statusCode).toBe(200);
    expect((await check({ cookie })).statusCode).toBe(401);
  });

  test('a refresh keeps the kind and uses only its own cookie', async () => {
    const { cookie } = await staffMember();
    expect((await refresh(cookie.replace('cusp-staff', 'cusp'), 'login')).statusCode).toBe(401);
    const next = await refresh(cookie);
    expect([next.statusCode, cookieOf(next)]).toEqual([200, expect.stringMatching(/^cusp-staff=/)]);
    expect((await check(bearer(next.json().access))).statusCode).toBe(200);
  });

  test('signing in again at /adm ends the browser’s earlier staff session', async () => {
    const { member, cookie, access, recoveryCodes } = await staffMember();
    const first = await ask(t, {
      path: '/v1/auth/login/',
      headers: { cookie },
      body: { username: member.email, password: PASSWORD, callfrom: 'adm' },
    });
    await ask(t, {
      path: '/v1/auth/login/code/',
      headers: { cookie },
      body: { token: tokenIn(first), code: recoveryCodes[0] },
    });
    expect((await check(bearer(access))).statusCode).toBe(401);
    expect((await (await t.as(member)).get('/v1/auth/check/')).statusCode).toBe(200);
  });
});

describe('a staff session ends', () => {
  const move = (userId: number, by: Record<string, string>) =>
    t.services.db
      .updateTable('session')
      .set(
        Object.fromEntries(
          Object.entries(by).map(([column, ago]) => [column, sql`${sql.ref(column)} - ${ago}::interval`]),
        ),
      )
      .where('user_id', '=', userId)
      .where('kind', '=', 'staff')
      .execute();

  test('a staff session ends after 30 minutes without use, even if customers have an hour', async () => {
    const { member, access, cookie } = await staffMember();
    expect((await check(bearer(access))).json().session.idle_minutes).toBe(30);
    await move(member.id, { last_used_at: '29 minutes' });
    expect((await check({ cookie })).statusCode).toBe(200);
    // The checks above count as use, which is written asynchronously.
    const laterCheck = async () => {
      await move(member.id, { last_used_at: '62 minutes' });
      return (await check(bearer(access))).statusCode;
    };
    await expect.poll(laterCheck).toBe(401);
    expect((await refresh(cookie)).statusCode).toBe(401);
    expect((await (await t.as(member)).get('/v1/auth/check/')).json().session.idle_minutes).toBe(60);
  });

  test('a staff session ends after 8 hours, even if customers have twelve', async () => {
    const { member, access } = await staffMember();
    const ends = Date.parse((await check(bearer(access))).json().session.ends_at);
    expect(Math.abs(ends - Date.now() - 8 * 3_600_000)).toBeLessThan(60_000);
    await move(member.id, { expires_at: '8 hours' });
    expect((await check(bearer(access))).statusCode).toBe(401);
  });

  test('a staff session ends with the last flag, at the next request', async () => {
    const { member, access, cookie } = await staffMember();
    expect((await check(bearer(access))).statusCode).toBe(200);
    await t.services.db
      .updateTable('app_user')
      .set({ is_staff: false })
      .where('id', '=', member.id)
      .execute();
    expect((await check(bearer(access))).statusCode).toBe(401);
    expect((await check({ cookie })).statusCode).toBe(401);
    expect((await refresh(cookie)).statusCode).toBe(401);
  });
});
