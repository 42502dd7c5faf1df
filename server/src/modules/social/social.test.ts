import { describe, expect, test } from 'vitest';
import { createUser } from '../../testing/factories.ts';
import { codeSentTo } from '../../testing/phone.ts';
import { auditOf, cookieOf } from '../../testing/sign-in.ts';
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

describe('a sign-in by Google', () => {
  test('Google sign-in of a new person: form, account, code, session, and again without the form', async () => {
    const person = somebody();
    const window = popUp(t, 'google');
    const form = dataOf(await window.signIn(person));
    expect(form).toEqual({
      state: window.state,
      google_login: true,
      gg_details: { email: person.email, fullname: 'Grace Molar' },
      has_account: false,
    });
    const phone = '+49 89 123456';
    const unproven = await window.complete({ ...FORM, phone });
    expect(unproven.headers.location).toContain('error=phone_not_verified');
    await window.ask('POST', '/v1/auth/request-phone-verification/', { phone });
    const otp = await codeSentTo(t, phone);
    await window.ask('POST', '/v1/auth/verify-phone-code/', { phone: phone.replaceAll(' ', ''), otp });
    const done = await window.complete({ ...FORM, institution: 'Smile', phone });
    expect(answerOf(done).state).toBe(window.state);
    const session = await window.exchange(codeOf(done));
    expect(session.statusCode, session.body).toBe(200);
    const check = await window.ask('GET', '/v1/auth/check/', undefined, { cookie: cookieOf(session) });
    expect(check.json().user).toMatchObject({
      email: person.email,
      name: 'Grace Molar',
      social_auth: true,
      social_provider: 'google',
    });
    const user = await userBy(t, person.email);
    expect(user).toMatchObject({ institution: 'Smile', phone, phone_verified: true });
    expect(await auditOf(t, user?.id ?? 0)).toEqual([
      'user_created',
      'authn_activate',
      'authn_login_success',
    ]);

    const again = popUp(t, 'google');
    const back = await again.signIn({ ...person, email: 'moved@mail.example', family_name: 'Incisor' });
    expect((await again.exchange(codeOf(back))).json().uid).toBe(session.json().uid);
    // Known by the subject: a new address is ignored, a new name is stored.
    expect(await userBy(t, person.email)).toMatchObject({ last_name: 'Incisor' });
  });

  test('Google sign-in with an unverified address is refused until the activation mail is answered', async () => {
    const { person, window, done } = await socialMember(t, 'google', somebody({ email_verified: false }));
    expect(answerOf(done)).toEqual({ state: window.state, mailed: '1' });
    const user = await userBy(t, person.email);
    expect(user?.activated_at).toBeNull();
    const mails = await t.services.db
      .selectFrom('mail_token')
      .select('purpose')
      .where('user_id', '=', user?.id ?? 0)
      .execute();
    expect(mails).toEqual([{ purpose: 'activate' }]);
    expect(answerOf(await popUp(t, 'google').signIn(person))).toMatchObject({
      error: 'not_activated',
      uid: expect.any(String),
    });
    await t.services.db
      .updateTable('app_user')
      .set({ activated_at: new Date() })
      .where('id', '=', user?.id ?? 0)
      .execute();
    expect(codeOf(await popUp(t, 'google').signIn(person))).toHaveLength(43);
  });

  test('Google sign-in that is cancelled or has no address says so', async () => {
    const cancelled = popUp(t, 'google');
    expect(answerOf(await cancelled.signIn('cancel'))).toEqual({
      state: cancelled.state,
      error: 'social_cancelled',
    });
    const { email: _, ...nameless } = somebody();
    expect(answerOf(await popUp(t, 'google').signIn(nameless))).toMatchObject({ error: 'social_no_email' });
    expect(answerOf(await popUp(t, 'google').signIn(somebody({ email: 'nonsense' })))).toMatchObject({
      error: 'social_no_email',
    });
  });
});

describe('a sign-in by Facebook', () => {
  test('Facebook sign-in of a new person needs the activation mail because the address is unverified', async () => {
    const person = somebody();
    const window = popUp(t, 'facebook');
    const form = dataOf(await window.signIn(person));
    expect(form).toMatchObject({ facebook_login: true, fb_details: { email: person.email } });
    expect(answerOf(await window.complete(FORM))).toMatchObject({ mailed: '1' });
    expect((await userBy(t, person.email))?.activated_at).toBeNull();
  });

  test('Facebook sign-in that is cancelled or has no address says so', async () => {
    expect(answerOf(await popUp(t, 'facebook').signIn('cancel'))).toMatchObject({
      error: 'social_cancelled',
    });
    const { email: _, ...nameless } = somebody();
    expect(answerOf(await popUp(t, 'facebook').signIn(nameless))).toMatchObject({ error: 'social_no_email' });
  });

  test('the same subject at Facebook and Google is two people', async () => {
    const { person } = await socialMember(t);
    const other = await popUp(t, 'facebook').signIn({ ...person, email: `other-${person.email}` });
    expect(dataOf(other).facebook_login).toBe(true);
  });
});

describe('the completion form', () => {
  test('the completion form sent twice at once creates one account, and the last code works', async () => {
    const person = somebody();
    const window = popUp(t, 'google');
    await window.signIn(person);
    const replies = await Promise.all([window.complete(FORM), window.complete(FORM)]);
    expect(await userBy(t, person.email)).toBeDefined();
    const outcomes = await Promise.all(replies.map((reply) => window.exchange(codeOf(reply))));
    expect(outcomes.map(({ statusCode }) => statusCode).sort()).toEqual([200, 400]);
    expect((await window.complete(FORM)).headers.location).toContain('error=social_invalid');
  });

  test.each([
    [{ country: 'DE' }],
    [{ role: 'King', country: 'DE' }],
    [{ role: 'Dealer' }],
    [{ ...FORM, institution: 'x'.repeat(101) }],
    [{ ...FORM, address: 'x'.repeat(201) }],
    [{ ...FORM, phone: '089 123' }],
  ])('the completion form is refused with %j', async (fields) => {
    const person = somebody();
    const window = popUp(t, 'google');
    await window.signIn(person);
    const reply = await window.complete(fields as Record<string, string>);
    expect(reply.headers.location).toBe('/login/social/response?error=invalid_input');
    expect(await userBy(t, person.email)).toBeUndefined();
  });

  test('the completion form is refused from another site or browser, for another provider and for known people', async () => {
    const person = somebody();
    const window = popUp(t, 'google');
    await window.signIn(person);
    const foreign = await window.complete(FORM, { 'sec-fetch-site': 'cross-site' });
    expect(foreign.headers.location).toContain('error=forbidden');
    expect((await popUp(t, 'google').complete(FORM)).headers.location).toContain('error=social_invalid');
    const other = await window.ask('POST', '/api/v1/complete/facebook/', FORM);
    expect(other.headers.location).toContain('error=social_invalid');
    expect(await userBy(t, person.email)).toBeUndefined();
    // Name and address come from the provider, regardless of the form.
    await window.complete({ ...FORM, email: 'else@mail.example', first_name: 'Eve', is_staff: 'true' });
    expect(await userBy(t, person.email)).toMatchObject({ first_name: 'Grace', is_staff: false });
  });

  test('the completion form for a subject linked meanwhile creates no second account', async () => {
    const person = somebody();
    const slow = popUp(t, 'google');
    await slow.signIn({ ...person, email: `other-${person.email}` });
    await socialMember(t, 'google', person);
    expect((await slow.complete(FORM)).headers.location).toContain('error=social_taken');
    expect(await userBy(t, `other-${person.email}`)).toBeUndefined();
  });

  test('the completion form for an address taken meanwhile links to nobody', async () => {
    const person = somebody();
    const window = popUp(t, 'google');
    await window.signIn(person);
    const owner = await createUser(t.services, { email: person.email });
    expect(answerOf(await window.complete(FORM))).toMatchObject({ error: 'email_taken' });
    expect(await subjectsOf(t, owner.id)).toEqual([]);
  });
});
