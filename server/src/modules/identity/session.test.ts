import { ACTION_ID_HEADER } from '@cusp/contract/endpoint';
import { ENDPOINTS } from '@cusp/contract/endpoints';
import { SignJWT, UnsecuredJWT } from 'jose';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { createUser } from '../../testing/factories.ts';
import { ask, auditOf, cookieOf, createMember, signIn } from '../../testing/sign-in.ts';
import { openTestApp } from '../../testing/test-app.ts';

const t = await openTestApp();

/** Header that our own page sends with a change. */
const OURS = { [ACTION_ID_HEADER]: 'tab-1' };
const refresh = (cookie: string, headers: Record<string, string> = OURS) =>
  ask(t, { path: '/v1/auth/refresh/', headers: { cookie, ...headers } });
const check = (headers: Record<string, string>) =>
  ask(t, { method: 'GET', path: '/v1/auth/check/', headers });
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

async function session() {
  const member = await createMember(t);
  const reply = await signIn(t, member.email);
  return { member, cookie: cookieOf(reply), access: reply.json().access as string };
}

describe('the cookie alone changes nothing', () => {
  test.each([
    ['nothing else', {}, undefined],
    ['a form', { 'content-type': 'multipart/form-data; boundary=x' }, '--x--\r\n'],
    ['plain text', { 'content-type': 'text/plain' }, '{}'],
    ['the mark, sent by another site', { ...OURS, 'sec-fetch-site': 'cross-site' }, undefined],
    ['the mark, sent by a sister host', { ...OURS, 'sec-fetch-site': 'same-site' }, undefined],
  ])('a change by the cookie alone is refused with %s', async (_, headers, body) => {
    const { cookie } = await session();
    for (const path of ['/v1/auth/refresh/', '/v1/auth/logout/']) {
      const reply = await ask(t, { path, headers: { cookie, ...headers }, body });
      expect(reply.statusCode, path).toBe(403);
      expect(reply.headers['set-cookie']).toBeUndefined();
    }
    expect((await check({ cookie })).statusCode).toBe(200);
    expect((await refresh(cookie)).statusCode).toBe(200);
  });

  test('the cookie alone is refused by any endpoint that needs the token', async () => {
    const { cookie } = await session();
    const wanting = ENDPOINTS.filter(({ endpoint }) => endpoint.access === 'user');
    expect(wanting.length).toBeGreaterThan(30);
    for (const { name, endpoint } of wanting) {
      const path = endpoint.path.replaceAll(/:\w+/g, '15');
      const reply = await ask(t, { method: endpoint.method, path, headers: { cookie, ...OURS } });
      expect(reply.statusCode, name).toBe(401);
    }
  });

  test('the cookie alone can only read', () => {
    const open = ENDPOINTS.filter(({ endpoint }) => endpoint.access === 'cookie');
    expect(open.filter(({ endpoint }) => endpoint.method !== 'GET')).toEqual([]);
  });

  test('the cookie alone does not change the person’s language', async () => {
    const { cookie, member } = await session();
    await ask(t, { path: '/v1/setLang/', headers: { cookie }, body: { language: 'ko' } });
    const row = await t.services.db
      .selectFrom('app_user')
      .select('language')
      .where('id', '=', member.id)
      .executeTakeFirstOrThrow();
    expect(row.language).toBe('en');
  });
});

describe('refreshing', () => {
  test('refreshing is refused without a cookie and with a made-up one', async () => {
    expect((await ask(t, { path: '/v1/auth/refresh/', headers: OURS })).statusCode).toBe(401);
    const reply = await refresh('cusp=made-up');
    expect(reply.statusCode).toBe(401);
    expect(reply.json()).toMatchObject({ code: 'session_over', detail: 'unable to refresh' });
  });

  test('refreshing gives a new token each time, and accepts a JSON body too', async () => {
    const { cookie, access } = await session();
    const json = { 'content-type': 'application/json' };
    const reply = await ask(t, { path: '/v1/auth/refresh/', headers: { cookie, ...json }, body: '{}' });
    expect(reply.statusCode, reply.body).toBe(200);
    expect(cookieOf(reply)).not.toBe(cookie);
    expect((await check(bearer(access))).statusCode).toBe(200);
    expect((await check(bearer(reply.json().access))).statusCode).toBe(200);
  });

  test('refreshing with a used token ends the session for all its holders', async () => {
    const { cookie, access, member } = await session();
    const next = cookieOf(await refresh(cookie));
    expect((await refresh(cookie)).statusCode).toBe(401);
    expect((await refresh(next)).statusCode).toBe(401);
    expect((await check(bearer(access))).statusCode).toBe(401);
    expect(await auditOf(t, member.id)).toContain('authn_token_reuse');
  });

  test('of two concurrent refreshes at most one wins, and the session ends', async () => {
    // Repeated many times, because either transaction may begin first and either may win.
    for (let time = 0; time < 10; time += 1) {
      const { cookie } = await session();
      const replies = await Promise.all([refresh(cookie), refresh(cookie)]);
      expect(replies.map((reply) => reply.statusCode).sort()).toEqual([200, 401]);
      const [winner] = replies.filter((reply) => reply.statusCode === 200);
      expect(winner && (await refresh(cookieOf(winner))).statusCode).toBe(401);
    }
  });

  test('a used cookie ends the session wherever it is read, but not while requests with it may be on their way', async () => {
    const { cookie, member } = await session();
    const next = cookieOf(await refresh(cookie));
    expect((await check({ cookie })).statusCode).toBe(401);
    expect((await check({ cookie: next })).statusCode).toBe(200);
    await t.services.db
      .updateTable('spent_refresh')
      .set({ spent_at: sql`now() - interval '11 seconds'` })
      .execute();
    expect((await check({ cookie })).statusCode).toBe(401);
    expect((await check({ cookie: next })).statusCode).toBe(401);
    expect(await auditOf(t, member.id)).toContain('authn_token_reuse');
  });

  test('reuse of a stolen token leaves the person’s other sessions alive', async () => {
    const { cookie, member } = await session();
    const other = cookieOf(await signIn(t, member.email));
    await refresh(cookie);
    await refresh(cookie);
    expect((await refresh(other)).statusCode).toBe(200);
  });
});

describe('a session is over', () => {
  const age = (userId: number, change: Partial<Record<'last_used_at' | 'expires_at', string>>) =>
    t.services.db
      .updateTable('session')
      .set(
        Object.fromEntries(
          Object.entries(change).map(([column, ago]) => [column, sql<Date>`now() - ${ago}::interval`]),
        ),
      )
      .where('user_id', '=', userId)
      .execute();

  test.each([
    ['after half an hour without use, and a minute', { last_used_at: '31 minutes' }],
    ['twelve hours after sign-in, used or not', { expires_at: '1 second' }],
  ])('%s', async (_, change) => {
    const { cookie, access, member } = await session();
    await age(member.id, change);
    expect((await refresh(cookie)).statusCode).toBe(401);
    expect((await check({ cookie })).statusCode).toBe(401);
    expect((await check(bearer(access))).statusCode).toBe(401);
  });

  test('a session expires later when refreshed or used, but at most twelve hours after sign-in', async () => {
    const { cookie, access, member } = await session();
    const endsAt = async (token: string) => (await check(bearer(token))).json().session.ends_at as string;
    const first = await endsAt(access);
    expect((await check(bearer(access))).json().session.idle_minutes).toBe(30);
    await age(member.id, { last_used_at: '29 minutes' });
    const next = await refresh(cookie);
    expect(next.statusCode).toBe(200);
    expect(await endsAt(next.json().access)).toBe(first);
    const kept = next.cookies.find(({ name }) => name === 'cusp')?.expires?.getTime() ?? 0;
    expect(Math.abs(kept - Date.parse(first))).toBeLessThanOrEqual(1000);
  });

  test('a session ends when the person is deleted', async () => {
    const { cookie, access, member } = await session();
    await t.services.db
      .updateTable('app_user')
      .set({ deleted_at: new Date() })
      .where('id', '=', member.id)
      .execute();
    for (const headers of [{ cookie }, bearer(access)]) expect((await check(headers)).statusCode).toBe(401);
    expect((await refresh(cookie)).statusCode).toBe(401);
  });

  test('sign-out ends the token and streams at once and removes the cookie', async () => {
    const { cookie, access, member } = await session();
    expect((await check(bearer(access))).statusCode).toBe(200);
    const { sessionId } = await t.app.authenticate(
      { headers: bearer(access), ip: '', id: '' } as never,
      'header',
    );
    const ended = new Promise<void>((resolve) => {
      t.services.hub.add({
        userId: member.id,
        sessionId,
        onEvent: () => {},
        onPresence: () => {},
        onEnd: resolve,
        onClose: () => {},
      });
    });
    const reply = await ask(t, { path: '/v1/auth/logout/', headers: { cookie, ...OURS } });
    expect(reply.statusCode).toBe(200);
    expect(reply.cookies[0]).toMatchObject({ name: 'cusp', value: '' });
    expect(reply.headers['clear-site-data']).toBe('"cache"');
    await ended;
    expect((await check(bearer(access))).statusCode).toBe(401);
    expect((await check({ cookie })).statusCode).toBe(401);
    expect(await auditOf(t, member.id)).toContain('authn_logout');
  });

  test('signing out again, or without a cookie, succeeds', async () => {
    const { cookie } = await session();
    for (let times = 0; times < 2; times += 1)
      expect((await ask(t, { path: '/v1/auth/logout/', headers: { cookie, ...OURS } })).statusCode).toBe(200);
    expect((await ask(t, { path: '/v1/auth/logout/' })).statusCode).toBe(200);
  });
});

describe('an access token is refused', () => {
  async function claims() {
    const user = await createUser(t.services);
    await t.as(user);
    const { id } = await t.services.db
      .selectFrom('session')
      .select('id')
      .where('user_id', '=', user.id)
      .executeTakeFirstOrThrow();
    return { sub: String(user.id), sid: id, aud: 'cusp', exp: Math.floor(Date.now() / 1000) + 600 };
  }
  const sign = (payload: object, secret = t.services.secret, header = { alg: 'HS256', typ: 'at+jwt' }) =>
    new SignJWT({ ...payload }).setProtectedHeader(header).sign(secret);

  test('an access token is refused unless all its claims and its signature are ours', async () => {
    const good = await claims();
    expect((await check(bearer(await sign(good)))).statusCode).toBe(200);
    const bad = {
      'not signed': new UnsecuredJWT(good).encode(),
      'signed by somebody else': await sign(good, new TextEncoder().encode('x'.repeat(64))),
      'of another kind': await sign(good, undefined, { alg: 'HS256', typ: 'jwt' }),
      'with another algorithm': await sign(good, undefined, { alg: 'HS512', typ: 'at+jwt' }),
      'for another audience': await sign({ ...good, aud: 'else' }),
      'too old': await sign({ ...good, exp: good.exp - 1200 }),
      'without end': await sign({ ...good, exp: undefined }),
      'of no session': await sign({ ...good, sid: '00000000-0000-7000-8000-000000000000' }),
      'not a token': 'abc',
      empty: '',
    };
    for (const [what, token] of Object.entries(bad))
      expect((await check(bearer(token))).statusCode, what).toBe(401);
  });
});
