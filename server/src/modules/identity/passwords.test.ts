import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { NOBODY } from '../../platform/http/actor.ts';
import { inTransaction } from '../../platform/work.ts';
import { createUser } from '../../testing/factories.ts';
import {
  ask,
  auditOf,
  cookieOf,
  createMember,
  formOf,
  linkIn,
  newestMailTo,
  PASSWORD,
  signIn,
} from '../../testing/sign-in.ts';
import { openTestApp } from '../../testing/test-app.ts';
import { createMailToken, spendMailToken } from './mail-tokens.ts';

const t = await openTestApp({ work: true });

const NEW = 'seven quiet incisors';
const request = (email: string) => t.nobody.post('/v1/reset-password/', { email });
const validate = (token: string) => t.nobody.post('/reset_password/validate_token/', { token });
const confirm = (token: string, password = NEW) =>
  t.nobody.post('/reset_password/confirm/', { token, password });
const tokenFor = (userId: number, purpose: 'activate' | 'reset' = 'reset') =>
  inTransaction(t.services, NOBODY, (work) => createMailToken(work.tx, userId, purpose));
const links = (userId: number) =>
  t.services.db.selectFrom('mail_token').selectAll().where('user_id', '=', userId).execute();

test('reset opens the account in this browser despite throttling of guesses from elsewhere', async () => {
  const member = await createMember(t);
  const reply = await confirm(await tokenFor(member.id));
  await signIn(t, member.email, 'not the password', '198.51.100.200');
  const mark = reply.cookies.find(({ name }) => name === 'cusp-device')?.value;
  await t.services.db.updateTable('login_failure').set({ count: 60, last_at: new Date() }).execute();
  const body = { username: member.email, password: NEW };
  const from = '198.51.100.201';
  expect((await ask(t, { path: '/v1/auth/login/', body, from })).statusCode).toBe(429);
  const headers = { cookie: `cusp-device=${mark}` };
  expect((await ask(t, { path: '/v1/auth/login/', body, from, headers })).statusCode).toBe(200);
  await t.services.db.deleteFrom('login_failure').execute();
});

describe('asking for a password reset', () => {
  test('reset request: same answer for known, unknown, deleted and social accounts; mails only the first', async () => {
    const known = await createMember(t);
    const deleted = await createMember(t, { deleted_at: new Date() });
    const social = await createUser(t.services);
    for (const email of [known.email, 'nobody@clinic.example', deleted.email, social.email]) {
      const reply = await request(email);
      expect([reply.statusCode, reply.json()]).toEqual([200, { sent: true, next_in: 60 }]);
      expect((await request(email)).json()).toMatchObject({ sent: false });
    }
    expect(await links(known.id)).toHaveLength(1);
    for (const { id } of [deleted, social]) expect(await links(id)).toHaveLength(0);
  });

  test('reset requests by a stranger neither delay the owner nor reveal the owner’s requests', async () => {
    const owner = await createMember(t);
    const body = { email: owner.email };
    const askFrom = (from: string) => ask(t, { path: '/v1/reset-password/', body, from });
    const over = () =>
      t.services.db
        .updateTable('mail_request')
        .set({ asked_at: sql<Date>`asked_at - interval '61 seconds'` })
        .execute();
    for (let times = 0; times < 5; times += 1) {
      expect((await askFrom('198.51.100.7')).json().sent).toBe(true);
      await over();
    }
    expect((await askFrom('198.51.100.7')).json().sent).toBe(false);
    for (const from of ['198.51.100.8', '198.51.100.9'])
      expect((await askFrom(from)).json()).toEqual({ sent: true, next_in: 60 });
    expect(await links(owner.id)).toHaveLength(7);
  });

  test('all networks together can cause twenty reset mails an hour per address', async () => {
    const { id, email } = await createMember(t);
    const replies = await Promise.all(
      Array.from({ length: 21 }, (_, host) =>
        ask(t, { path: '/v1/reset-password/', body: { email }, from: `203.0.113.${host + 1}` }),
      ),
    );
    expect(replies.filter((reply) => reply.json().sent)).toHaveLength(20);
    const refused = replies.find((reply) => !reply.json().sent);
    expect(refused?.json().next_in).toBeGreaterThan(50 * 60);
    expect(await links(id)).toHaveLength(20);
  });

  test.each(['', 'not an address', 'gräfin@clinic.example', 'a@b.example, c@d.example'])(
    'reset request is refused for %j',
    async (email) => {
      const reply = await request(email);
      expect(reply.statusCode).toBe(400);
      expect(reply.json().errors[0]).toMatchObject({
        field: 'email',
        message: 'Enter a valid email address.',
      });
    },
  );

  test('reset mail goes to the stored address, never the typed spelling, and names our own host', async () => {
    const person = await createMember(t, {
      email: 'Stored.Spelling@clinic.example',
      email_key: 'stored.spelling@clinic.example',
    });
    await ask(t, {
      path: '/v1/reset-password/',
      body: { email: 'STORED.spelling@Clinic.example' },
      headers: { host: 'evil.example', 'x-forwarded-host': 'evil.example' },
    });
    const mail = await newestMailTo(t, person.email);
    const [url] = linkIn(mail, /https?:\/\/\S+/);
    expect(url).toMatch(`${t.services.config.publicUrl}/password-reset/`);
    expect(mail.html).not.toContain('evil.example');
  });

  test('reset mails are limited to one a minute', async () => {
    const person = await createMember(t);
    await Promise.all([request(person.email), request(person.email), request(person.email)]);
    expect(await links(person.id)).toHaveLength(1);
  });
});

describe('a reset link is refused', () => {
  test('reset link is refused if made up, for another purpose, expired, or of a deleted account', async () => {
    const expired = await createMember(t);
    const deleted = await createMember(t);
    const tokens = ['made-up', await tokenFor(expired.id, 'activate'), await tokenFor(expired.id)];
    await t.services.db
      .updateTable('mail_token')
      .set({ expires_at: sql<Date>`now() - interval '1 second'` })
      .where('user_id', '=', expired.id)
      .where('purpose', '=', 'reset')
      .execute();
    tokens.push(await tokenFor(deleted.id));
    await t.services.db
      .updateTable('app_user')
      .set({ deleted_at: new Date() })
      .where('id', '=', deleted.id)
      .execute();
    for (const token of tokens) {
      for (const reply of [await validate(token), await confirm(token)]) {
        expect(reply.statusCode).toBe(400);
        expect(reply.json()).toMatchObject({ code: 'token_expired', detail: 'token expired' });
      }
    }
    expect((await signIn(t, expired.email, PASSWORD)).statusCode).toBe(200);
  });

  test('reset link expires after an hour', async () => {
    const person = await createMember(t);
    await tokenFor(person.id);
    const [link] = await links(person.id);
    const minutes = (Number(link?.expires_at) - Number(link?.created_at)) / 60_000;
    expect(minutes).toBeCloseTo(60, 1);
  });

  test.each([
    ['short', 'invalid_input'],
    ['password1', 'password_common'],
    ['x'.repeat(129), 'invalid_input'],
  ])(
    'reset with the password %s is refused, and works afterwards with a better one',
    async (password, code) => {
      const token = await tokenFor((await createMember(t)).id);
      const reply = await confirm(token, password);
      expect(reply.json()).toMatchObject({ code, errors: [{ field: 'password' }] });
      expect((await confirm(token)).statusCode).toBe(200);
    },
  );

  test('reset link works once: of two concurrent confirmations one wins', async () => {
    const person = await createMember(t);
    const token = await tokenFor(person.id);
    const [first, second] = await Promise.all([confirm(token, `${NEW} one`), confirm(token, `${NEW} two`)]);
    expect([first.statusCode, second.statusCode].sort()).toEqual([200, 400]);
    const winner = first.statusCode === 200 ? 'one' : 'two';
    expect((await signIn(t, person.email, `${NEW} ${winner}`)).statusCode).toBe(200);
    expect((await validate(token)).statusCode).toBe(400);
  });

  test('reset form that is sent again because its answer was lost is answered as before, for a while', async () => {
    const person = await createMember(t);
    const [token, unused] = [await tokenFor(person.id), await tokenFor(person.id)];
    expect((await confirm(token)).statusCode).toBe(200);
    const { cookies, statusCode } = await confirm(token);
    expect([statusCode, cookies]).toEqual([200, []]);
    expect((await confirm(token, `${NEW} two`)).json()).toMatchObject({ code: 'token_expired' });
    expect((await signIn(t, person.email, NEW)).statusCode).toBe(200);
    expect((await auditOf(t, person.id)).filter((action) => action === 'authn_password_reset')).toHaveLength(
      1,
    );
    expect((await confirm(unused, `${NEW} three`)).json()).toMatchObject({ code: 'token_expired' });
    await sql`update mail_token set used_at = now() - interval '16 minutes' where user_id = ${person.id}`.execute(
      t.services.db,
    );
    expect((await confirm(token)).json()).toMatchObject({ code: 'token_expired' });
  });
});

test('reset form that is sent twice at once sets the password once and is answered twice', async () => {
  const person = await createMember(t);
  const token = await tokenFor(person.id);
  const replies = await Promise.all([confirm(token), confirm(token)]);
  expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
  expect(replies.flatMap(({ cookies }) => cookies)).toHaveLength(1);
  expect((await auditOf(t, person.id)).filter((action) => action === 'authn_password_reset')).toHaveLength(1);
});

test('when two transactions use one reset link concurrently, one succeeds', async () => {
  const person = await createMember(t);
  const token = await tokenFor(person.id);
  const use = () =>
    inTransaction(t.services, NOBODY, async (work) => {
      const owner = await spendMailToken(work.tx, token, 'reset');
      // Held open, so that both have read before either writes.
      await sql`select pg_sleep(0.3)`.execute(work.tx);
      return owner;
    });
  const owners = await Promise.all([use(), use()]);
  expect(owners.filter((owner) => owner !== null)).toEqual([person.id]);
});

describe('resetting the password', () => {
  test('reset sets the password, ends every session, signs nobody in, and mails the person', async () => {
    const person = await createMember(t);
    const cookie = cookieOf(await signIn(t, person.email));
    const earlier = await tokenFor(person.id);
    const token = await tokenFor(person.id);
    expect((await validate(token)).statusCode).toBe(200);
    const reply = await confirm(token);
    expect(reply.statusCode, reply.body).toBe(200);
    expect(reply.cookies.map(({ name }) => name)).toEqual(['cusp-device']);
    const check = await ask(t, { method: 'GET', path: '/v1/auth/check/', headers: { cookie } });
    expect(check.statusCode).toBe(401);
    expect((await signIn(t, person.email, PASSWORD)).statusCode).toBe(401);
    expect((await signIn(t, person.email, NEW)).statusCode).toBe(200);
    expect((await validate(earlier)).statusCode).toBe(400);
    expect(await auditOf(t, person.id)).toContain('authn_password_reset');
    const mail = await newestMailTo(t, person.email, /was changed/);
    expect(mail.text).not.toContain(NEW);
  });

  test('reset activates an account whose activation mail was lost', async () => {
    const person = await createMember(t, { activated_at: null });
    expect((await confirm(await tokenFor(person.id))).statusCode).toBe(200);
    expect((await signIn(t, person.email, NEW)).statusCode).toBe(200);
  });
});

describe('changing one’s own password', () => {
  const change = async (user: { id: number }, fields: Record<string, string> = {}) =>
    (await t.as(user)).put(
      '/v1/auth/change-password/',
      formOf({ old_password: PASSWORD, password: NEW, password_confirm: NEW, ...fields }),
    );

  test.each([
    ['a wrong old one', { old_password: 'no' }, 'wrong_old_password', 'old_password'],
    ['two different ones', { password_confirm: 'else' }, 'password_mismatch', 'password_confirm'],
    ['a short one', { password: 'short', password_confirm: 'short' }, 'invalid_input', 'password'],
    ['a common one', { password: 'password1', password_confirm: 'password1' }, 'password_common', 'password'],
  ])('password change is refused with %s', async (_, fields, code, field) => {
    const person = await createMember(t);
    const reply = await change(person, fields);
    expect(reply.statusCode).toBe(400);
    expect(reply.json()).toMatchObject({ code, errors: [expect.objectContaining({ field })] });
    expect((await signIn(t, person.email)).statusCode).toBe(200);
  });

  test('password change is refused for an account without password, and by the cookie alone', async () => {
    expect((await change(await createUser(t.services))).json()).toMatchObject({ code: 'social_account' });
    const cookie = cookieOf(await signIn(t, (await createMember(t)).email));
    const reply = await ask(t, {
      method: 'PUT',
      path: '/v1/auth/change-password/',
      headers: { cookie },
      body: formOf({}),
    });
    expect(reply.statusCode).toBe(401);
  });

  test('password change is throttled when the old one is guessed', async () => {
    const person = await createMember(t);
    await change(person, { old_password: 'no' });
    await t.services.db.updateTable('login_failure').set({ count: 20, last_at: new Date() }).execute();
    expect((await change(person)).statusCode).toBe(429);
    await t.services.db.deleteFrom('login_failure').execute();
  });

  test('password change ends other sessions and open reset links, keeps this session, and mails the person', async () => {
    const person = await createMember(t);
    const here = await t.as(person);
    const elsewhere = cookieOf(await signIn(t, person.email));
    const link = await tokenFor(person.id);
    const reply = await change(person);
    expect(reply.statusCode, reply.body).toBe(200);
    expect((await here.get('/v1/user/edit/')).statusCode).toBe(200);
    const other = await ask(t, { method: 'GET', path: '/v1/auth/check/', headers: { cookie: elsewhere } });
    expect(other.statusCode).toBe(401);
    expect((await validate(link)).statusCode).toBe(400);
    expect((await signIn(t, person.email, NEW)).statusCode).toBe(200);
    // The mail about the sign-in above may come before or after it.
    await newestMailTo(t, person.email, /^Your Cusp password was changed$/);
  });

  test('password form that is sent again because its answer was lost is answered as before, in its session', async () => {
    const person = await createMember(t);
    expect((await change(person)).statusCode).toBe(200);
    expect((await change(person)).statusCode).toBe(200);
    const changes = (await auditOf(t, person.id)).filter((action) => action === 'authn_password_change');
    expect(changes).toHaveLength(1);
    const two = { password: `${NEW} two`, password_confirm: `${NEW} two` };
    expect((await change(person, two)).json()).toMatchObject({ code: 'wrong_old_password' });
    const { access } = (await signIn(t, person.email, NEW)).json();
    const elsewhere = await ask(t, {
      method: 'PUT',
      path: '/v1/auth/change-password/',
      headers: { authorization: `Bearer ${access}` },
      body: formOf({ old_password: PASSWORD, password: NEW, password_confirm: NEW }),
    });
    expect(elsewhere.json()).toMatchObject({ code: 'wrong_old_password' });
  });

  test('when a password is changed twice concurrently, one change succeeds', async () => {
    const person = await createMember(t);
    const replies = await Promise.all([
      change(person),
      change(person, { password: `${NEW} 2`, password_confirm: `${NEW} 2` }),
    ]);
    expect(replies.map((reply) => reply.statusCode).sort()).toEqual([200, 400]);
  });
});
