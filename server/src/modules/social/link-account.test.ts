import { beforeEach, describe, expect, test } from 'vitest';
import {
  auditOf,
  cookieOf,
  createMember,
  formOf,
  linkIn,
  newestMailTo,
  PASSWORD,
  signIn,
} from '../../testing/sign-in.ts';
import { answerOf, dataOf, popUp } from '../../testing/social/pop-up.ts';
import {
  codeOf,
  FORM,
  openSocialApp,
  socialMember,
  somebody,
  subjectsOf,
  userBy,
} from '../../testing/social/social-app.ts';

const t = await openSocialApp();
beforeEach(async () => {
  await t.services.db.deleteFrom('login_failure').execute();
});

/** The page the pop-up goes to when accounts are to be linked. */
const linked = (reply: { json(): { location: string } }) => {
  const { searchParams } = new URL(reply.json().location, 'http://here.invalid');
  return Object.fromEntries(searchParams);
};

describe('linking a social account whose address belongs to a password account', () => {
  test('a social account is linked only after the password, and then both ways sign in', async () => {
    const owner = await createMember(t, { first_name: 'Anna' });
    const person = somebody({ email: owner.email.toUpperCase() });
    const window = popUp(t, 'google');
    expect(dataOf(await window.signIn(person)).has_account).toBe(true);
    // The completion form does not bypass the password.
    expect((await window.complete(FORM)).headers.location).toContain('error=social_invalid');
    expect(await subjectsOf(t, owner.id)).toEqual([]);

    const wrong = await window.link('not the password');
    expect(wrong.json()).toMatchObject({ code: 'wrong_credentials' });
    expect(await subjectsOf(t, owner.id)).toEqual([]);
    const right = await window.link(PASSWORD);
    expect(right.statusCode, right.body).toBe(200);
    const session = await window.exchange(linked(right).code ?? '');
    expect(session.statusCode, session.body).toBe(200);
    expect(await auditOf(t, owner.id)).toEqual([
      'authn_login_fail refused',
      'user_changed',
      'authn_login_success',
    ]);

    const check = await window.ask('GET', '/v1/auth/check/', undefined, { cookie: cookieOf(session) });
    // It keeps its password and name, so it is not a social account.
    expect(check.json().user).toMatchObject({
      first_name: 'Anna',
      social_auth: false,
      social_provider: null,
    });
    expect((await signIn(t, owner.email)).statusCode).toBe(200);
    expect(codeOf(await popUp(t, 'google').signIn(person))).toHaveLength(43);
    expect((await window.link(PASSWORD)).json()).toMatchObject({ code: 'social_invalid' });
  });

  test('a linked account is announced by mail, and unlinked when the password changes', async () => {
    const working = await openSocialApp({ work: true });
    const owner = await createMember(working, { language: 'de' });
    const connect = async (password: string) => {
      const window = popUp(working, 'facebook');
      await window.signIn(somebody({ sub: `fb-${owner.id}`, email: owner.email }));
      expect((await window.link(password)).statusCode).toBe(200);
    };
    await connect(PASSWORD);
    const mail = await newestMailTo(working, owner.email, /Facebook/);
    expect(mail.text).toContain('/password_reset/');
    expect(await subjectsOf(working, owner.id)).toHaveLength(1);

    const [changed, reset] = ['seven quiet incisors', 'eleven calm canines'];
    const client = await working.as(owner);
    const form = formOf({ old_password: PASSWORD, password: changed, password_confirm: changed });
    expect((await client.put('/v1/auth/change-password/', form)).statusCode).toBe(200);
    expect(await subjectsOf(working, owner.id)).toEqual([]);

    await connect(changed);
    await working.nobody.post('/v1/reset-password/', { email: owner.email });
    const asked = await newestMailTo(working, owner.email, /zurücksetzen|neues Passwort/i);
    const [, token] = linkIn(asked, /\/password-reset\/([\w-]+)/);
    const done = await working.nobody.post('/reset_password/confirm/', { token, password: reset });
    expect(done.statusCode, done.body).toBe(200);
    expect(await subjectsOf(working, owner.id)).toEqual([]);
    await working.close();
  });

  test('a code issued before the password changed opens no session', async () => {
    const owner = await createMember(t);
    const window = popUp(t, 'facebook');
    await window.signIn(somebody({ email: owner.email }));
    const code = linked(await window.link(PASSWORD)).code ?? '';
    const changed = 'seven quiet incisors';
    const form = formOf({ old_password: PASSWORD, password: changed, password_confirm: changed });
    expect((await (await t.as(owner)).put('/v1/auth/change-password/', form)).statusCode).toBe(200);
    expect((await window.exchange(code)).json()).toMatchObject({ code: 'social_invalid' });
  });

  test('guessing the password is throttled together with the sign-in form', async () => {
    const owner = await createMember(t);
    const window = popUp(t, 'google');
    await window.signIn(somebody({ email: owner.email }));
    for (let tries = 0; tries < 6; tries += 1)
      expect((await window.link('not the password')).statusCode).toBe(401);
    await t.services.db.updateTable('login_failure').set({ count: 20, last_at: new Date() }).execute();
    expect((await window.link(PASSWORD)).json()).toMatchObject({ code: 'too_many_requests' });
    expect((await signIn(t, owner.email)).statusCode).toBe(429);
    expect(await subjectsOf(t, owner.id)).toEqual([]);
  });

  test('linking from another browser or from another site’s form is refused', async () => {
    const owner = await createMember(t);
    const window = popUp(t, 'google');
    await window.signIn(somebody({ email: owner.email }));
    expect((await popUp(t, 'google').link(PASSWORD)).json()).toMatchObject({ code: 'social_invalid' });
    const foreign = await window.ask(
      'POST',
      '/v1/auth/social/link/',
      { password: PASSWORD },
      { 'sec-fetch-site': 'cross-site' },
    );
    expect(foreign.json()).toMatchObject({ code: 'forbidden' });
    expect(await subjectsOf(t, owner.id)).toEqual([]);
  });

  test('an account accepts neither a second subject of a provider nor somebody else’s subject', async () => {
    const owner = await createMember(t);
    const first = popUp(t, 'google');
    await first.signIn(somebody({ email: owner.email }));
    await first.link(PASSWORD);
    const second = popUp(t, 'google');
    await second.signIn(somebody({ email: owner.email }));
    expect((await second.link(PASSWORD)).json()).toMatchObject({ code: 'social_taken' });

    const other = await createMember(t);
    const person = somebody();
    const late = popUp(t, 'google');
    await late.signIn({ ...person, email: other.email });
    await socialMember(t, 'google', person);
    expect((await late.link(PASSWORD)).json()).toMatchObject({ code: 'social_taken' });
    expect(await subjectsOf(t, other.id)).toEqual([]);
  });

  test('linking activates a pending account if the address is verified, otherwise it stays pending', async () => {
    const [waiting, waitingToo] = [
      await createMember(t, { activated_at: null }),
      await createMember(t, { activated_at: null }),
    ];
    const proven = popUp(t, 'google');
    await proven.signIn(somebody({ email: waiting.email }));
    expect(linked(await proven.link(PASSWORD)).code).toHaveLength(43);
    expect((await userBy(t, waiting.email))?.activated_at).not.toBeNull();

    const unproven = popUp(t, 'facebook');
    await unproven.signIn(somebody({ email: waitingToo.email }));
    expect((await unproven.link(PASSWORD)).json()).toMatchObject({
      code: 'not_activated',
      uid: expect.any(String),
    });
    expect(await subjectsOf(t, waitingToo.id)).toEqual([]);
  });
});

test('an account without a password is never linked by address', async () => {
  const { person } = await socialMember(t);
  const other = popUp(t, 'facebook');
  expect(answerOf(await other.signIn({ ...somebody(), email: person.email }))).toMatchObject({
    error: 'email_taken',
  });
  const deleted = await createMember(t, { deleted_at: new Date() });
  expect(answerOf(await popUp(t, 'google').signIn(somebody({ email: deleted.email })))).toMatchObject({
    error: 'email_taken',
  });
});

describe('a social account', () => {
  const account = async () => {
    const { person, done, window } = await socialMember(t);
    await window.exchange(codeOf(done));
    const user = await userBy(t, person.email);
    if (!user) throw new Error('no account');
    return { user, client: await t.as(user) };
  };

  test('a social account cannot change name and password here, but everything else', async () => {
    const { user, client } = await account();
    expect((await client.get('/v1/user/edit/')).json()).toMatchObject({ social_provider: 'google' });
    const profile = { role: 'Dental Lab', country: 'FR', institution: 'Fine Lab' };
    const save = (more: object) => client.put('/v1/user/edit/', formOf({ ...profile, ...more }));
    for (const change of [{ first_name: 'Eve' }, { last_name: 'Else' }, { last_name: '' }])
      expect((await save(change)).json()).toMatchObject({ code: 'social_account' });
    expect((await save({})).statusCode).toBe(200);
    expect((await save({ first_name: 'Grace', last_name: 'Molar' })).statusCode).toBe(200);
    const password = {
      old_password: '',
      password: 'a long new password',
      password_confirm: 'a long new password',
    };
    expect((await client.put('/v1/auth/change-password/', formOf(password))).json()).toMatchObject({
      code: 'social_account',
    });
    expect(await userBy(t, user.email)).toMatchObject({
      first_name: 'Grace',
      country: 'FR',
      password_hash: null,
    });
    expect((await signIn(t, user.email, '')).statusCode).toBe(401);
  });
});

test('the owner of a mailbox takes over a pending account at its address, and locks its creator out', async () => {
  const working = await openSocialApp({ work: true });
  const { person } = await socialMember(working, 'facebook');
  await working.nobody.post('/v1/reset-password/', { email: person.email });
  const [, token] = linkIn(
    await newestMailTo(working, person.email, /password/i),
    /\/password-reset\/([\w-]+)/,
  );
  const reset = await working.nobody.post('/reset_password/confirm/', { token, password: PASSWORD });
  expect(reset.statusCode, reset.body).toBe(200);
  expect((await signIn(working, person.email)).statusCode).toBe(200);
  // The account now has a password unknown to its creator.
  expect(dataOf(await popUp(working, 'facebook').signIn(person)).has_account).toBe(true);
  await working.close();
});
