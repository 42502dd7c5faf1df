import { describe, expect, test } from 'vitest';
import { encodeId } from '../../platform/http/idb64.ts';
import { createUser } from '../../testing/factories.ts';
import { ask, auditOf, cookieOf, createMember, PASSWORD, signIn } from '../../testing/sign-in.ts';
import { createTestApp, openTestApp } from '../../testing/test-app.ts';

const t = await openTestApp();

const refusalOf = (reply: Awaited<ReturnType<typeof signIn>>) => {
  const { request_id: _, ...body } = reply.json();
  return { status: reply.statusCode, ...body };
};
const REFUSED = { status: 401, code: 'wrong_credentials', detail: 'Check your email or password' };

describe('signing in is refused', () => {
  test('same 401 for unknown email, wrong password, deleted account and account without password', async () => {
    const member = await createMember(t);
    const deleted = await createMember(t, { deleted_at: new Date() });
    const neverActive = await createMember(t, { deleted_at: new Date(), activated_at: null });
    const social = await createUser(t.services);
    const replies = [
      await signIn(t, 'nobody@clinic.example', PASSWORD),
      await signIn(t, member.email, 'not the password'),
      await signIn(t, deleted.email, PASSWORD),
      await signIn(t, neverActive.email, PASSWORD),
      await signIn(t, social.email, PASSWORD),
    ];
    for (const reply of replies) {
      expect(refusalOf(reply)).toEqual(REFUSED);
      expect(reply.headers['set-cookie']).toBeUndefined();
    }
    expect(await auditOf(t, member.id)).toEqual(['authn_login_fail refused']);
  });

  test('inactive account gets its uid only with the right password', async () => {
    const waiting = await createMember(t, { activated_at: null });
    expect(refusalOf(await signIn(t, waiting.email, 'not the password'))).toEqual(REFUSED);
    const right = await signIn(t, waiting.email, PASSWORD);
    expect(right.statusCode).toBe(401);
    expect(right.json()).toMatchObject({ code: 'not_activated', uid: expect.stringMatching(/^[\w-]+$/) });
    expect(right.headers['set-cookie']).toBeUndefined();
  });

  test.each([
    ['a form of another site', 'application/x-www-form-urlencoded', 'username=a&password=b', 415],
    ['text that looks like JSON', 'text/plain', '{"username":"a","password":"b"}', 400],
    ['invalid JSON', 'application/json', '{', 400],
    ['a list', 'application/json', '[]', 400],
    ['numbers', 'application/json', '{"username":1,"password":2}', 400],
    [
      'a very long password',
      'application/json',
      JSON.stringify({ username: 'a', password: 'x'.repeat(600) }),
      400,
    ],
  ])('signing in is refused for %s', async (_, type, body, status) => {
    const reply = await ask(t, { path: '/v1/auth/login/', body, headers: { 'content-type': type } });
    expect(reply.statusCode).toBe(status);
  });
});

describe('signing in', () => {
  test('concurrent sign-ins are queued, and each gets its own answer', async () => {
    const members = await Promise.all(Array.from({ length: 12 }, () => createMember(t)));
    const replies = await Promise.all(
      members.map(({ email }, number) => signIn(t, email, number % 3 === 1 ? 'not the password' : PASSWORD)),
    );
    expect(replies.map(({ statusCode }) => statusCode)).toEqual(
      members.map((_, number) => (number % 3 === 1 ? 401 : 200)),
    );
    const entered = replies.filter(({ statusCode }) => statusCode === 200).map((reply) => reply.json().uid);
    expect(entered).toEqual(members.filter((_, number) => number % 3 !== 1).map(({ id }) => encodeId(id)));
  });

  test('signing in sets an HttpOnly, SameSite session cookie', async () => {
    const member = await createMember(t);
    const reply = await signIn(t, ` ${member.email.toUpperCase()} `);
    expect(reply.statusCode, reply.body).toBe(200);
    expect(reply.json()).toMatchObject({ user_loc: 'US', server_loc: 'US' });
    const [cookie] = reply.cookies;
    expect(cookie).toMatchObject({ name: 'cusp', httpOnly: true, sameSite: 'Strict', path: '/' });
    expect(reply.body).not.toContain(String(cookie?.value));
    expect(await auditOf(t, member.id)).toEqual(['authn_login_success']);
  });

  test.each([
    ['a trusted proxy says https', { trustProxy: true }, { 'x-forwarded-proto': 'https' }],
    ['PUBLIC_URL is https and no proxy is trusted', { publicUrl: 'https://cusp.test' }, {}],
  ])('signing in sets Secure __Host- cookies where %s', async (_where, config, headers) => {
    const behindProxy = await createTestApp({ config });
    try {
      const member = await createMember(behindProxy);
      const body = { username: member.email, password: PASSWORD };
      const { cookies } = await ask(behindProxy, { path: '/v1/auth/login/', body, headers });
      expect(cookies).toMatchObject([
        { name: '__Host-cusp', secure: true, path: '/' },
        { name: '__Host-cusp-device', secure: true, path: '/' },
      ]);
      const cookie = `__Host-cusp=${cookies[0]?.value}`;
      const check = await ask(behindProxy, {
        method: 'GET',
        path: '/v1/auth/check/',
        headers: { ...headers, cookie },
      });
      expect(check.statusCode).toBe(200);
    } finally {
      await behindProxy.close();
    }
  });

  test('signing in never continues a session the browser already had', async () => {
    const member = await createMember(t);
    const first = await signIn(t, member.email);
    const second = await ask(t, {
      path: '/v1/auth/login/',
      body: { username: member.email, password: PASSWORD },
      headers: { cookie: cookieOf(first) },
    });
    expect(cookieOf(second)).not.toBe(cookieOf(first));
    const old = await ask(t, {
      method: 'GET',
      path: '/v1/auth/check/',
      headers: { cookie: cookieOf(first) },
    });
    expect(old.statusCode).toBe(401);
  });

  test('signing in works with a password in either Unicode form', async () => {
    const member = await createMember(t);
    const form = { old_password: PASSWORD, password: 'Zähne-Brücke-é', password_confirm: 'Zähne-Brücke-é' };
    const body = new FormData();
    for (const [name, value] of Object.entries(form)) body.append(name, value);
    expect((await (await t.as(member)).put('/v1/auth/change-password/', body)).statusCode).toBe(200);
    expect((await signIn(t, member.email, 'Zähne-Brücke-é'.normalize('NFD'))).statusCode).toBe(200);
  });
});
