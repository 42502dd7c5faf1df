import { describe, expect, test } from 'vitest';
import { answerOf, dataOf, popUp } from '../../testing/social/pop-up.ts';
import { CLIENT } from '../../testing/social/provider.ts';
import { codeOf, FORM, OWN, openSocialApp, socialMember, somebody } from '../../testing/social/social-app.ts';
import { createTestApp } from '../../testing/test-app.ts';
import { tidyIdentity } from '../identity/tidy-identity.ts';

const t = await openSocialApp();

describe('the answer of a provider is refused', () => {
  const INVALID = '/login/social/response?error=social_invalid';

  test('the answer is refused with another state, without one, and from another browser', async () => {
    const window = popUp(t, 'google');
    const back = await window.consent(await window.start(), somebody());
    for (const state of ['x'.repeat(43), '']) {
      const forged = new URL(back);
      forged.searchParams.set('state', state);
      expect((await window.comeBack(forged)).headers.location).toBe(INVALID);
    }
    expect((await popUp(t, 'google').comeBack(back)).headers.location).toBe(INVALID);
    const other = popUp(t, 'google');
    await other.start();
    expect((await other.comeBack(back)).headers.location).toBe(INVALID);
    expect(dataOf(await window.comeBack(back)).google_login).toBe(true);
  });

  test('the answer is refused the second time', async () => {
    const { person } = await socialMember(t);
    const window = popUp(t, 'google');
    const back = await window.consent(await window.start(), person);
    codeOf(await window.comeBack(back));
    expect((await window.comeBack(back)).headers.location).toBe(INVALID);
  });

  test('the answer is refused if it belongs to another sign-in of this browser', async () => {
    const { person } = await socialMember(t);
    const window = popUp(t, 'google');
    const first = await window.consent(await window.start(), person);
    const second = await window.consent(await window.start(), person);
    const mixed = new URL(second);
    mixed.searchParams.set('code', first.searchParams.get('code') ?? '');
    expect(answerOf(await window.comeBack(mixed))).toMatchObject({ error: 'social_failed' });
  });

  test('the answer is refused after fifteen minutes', async () => {
    const window = popUp(t, 'google');
    const back = await window.consent(await window.start(), somebody());
    await t.services.db.updateTable('social_flow').set({ expires_at: new Date() }).execute();
    expect((await window.comeBack(back)).headers.location).toBe(INVALID);
  });
});

describe('starting a sign-in is refused', () => {
  test.each([
    'https://evil.example/login/social/response',
    `${OWN}.evil.example/login/social/response`,
    `${OWN}@evil.example/login/social/response`,
    `${OWN}/login/social/response?next=//evil.example`,
    `${OWN}/login/social/response/../../cases`,
    `${OWN}/cases`,
    '//evil.example/login/social/response',
    '/login/social/response',
  ])('starting is refused with the return address %s', async (redirectUri) => {
    const reply = await popUp(t, 'google').start({ redirectUri });
    expect(reply.headers.location).toBe('/login/social/response?error=social_invalid');
    expect(reply.headers['set-cookie']).toBeUndefined();
  });

  test.each([
    ['state', ''],
    ['state', 'short'],
    ['codeChallenge', ''],
  ])('starting is refused with %s “%s”', async (name, value) => {
    const reply = await popUp(t, 'google').start({ [name]: value });
    expect(reply.headers.location).toBe('/login/social/response?error=invalid_input');
  });

  test('starting is refused if the brand does not offer the provider or it is not configured', async () => {
    const reply = await t.app.inject({
      method: 'GET',
      url: `/heclore/v1/auth/social/google/?state=${'s'.repeat(43)}&codeChallenge=${'c'.repeat(43)}&redirectUri=http://crownly.example/login/social/response`,
      headers: { host: 'crownly.example' },
    });
    expect(reply.headers.location).toBe('/login/social/response?error=not_found');
    const bare = await createTestApp();
    const start = await popUp(bare, 'google').start();
    expect(start.headers.location).toBe('/login/social/response?error=not_found');
    expect((await bare.nobody.get('/v1/app-info/')).json().social).toEqual([]);
    await bare.close();
  });

  test('the buttons shown are exactly the providers that work', async () => {
    const shown = async (host: string) =>
      (await t.nobody.request('GET', '/v1/app-info/', undefined, { host })).json().social;
    expect(await shown('localhost')).toEqual(['facebook', 'google']);
    expect(await shown('crownly.example')).toEqual([]);
  });

  test('starting is refused if the provider does not respond', async () => {
    const alone = await createTestApp({
      config: {
        publicUrl: OWN,
        social: { facebook: null, google: { ...CLIENT, issuer: 'http://127.0.0.1:9' } },
      },
    });
    const reply = await popUp(alone, 'google').start();
    expect(reply.headers.location).toBe('/login/social/response?error=social_failed');
    await alone.close();
  });
});

describe('a code', () => {
  test('a code opens one session, only for the page that asked', async () => {
    const { person } = await socialMember(t);
    const window = popUp(t, 'google');
    const code = codeOf(await window.signIn(person));
    expect((await window.exchange(code)).statusCode).toBe(200);
    const again = await window.exchange(code);
    expect(again.json()).toMatchObject({ code: 'social_invalid' });
    expect(again.headers['set-cookie']).toBeUndefined();
  });

  test('a code is spent by a wrong verifier', async () => {
    const { person } = await socialMember(t);
    const window = popUp(t, 'google');
    const code = codeOf(await window.signIn(person));
    expect((await window.exchange(code, 'v'.repeat(43))).json()).toMatchObject({ code: 'social_invalid' });
    expect((await window.exchange(code)).json()).toMatchObject({ code: 'social_invalid' });
  });

  test('a code expires, and opens no account deleted meanwhile', async () => {
    const { person } = await socialMember(t);
    const late = popUp(t, 'google');
    const code = codeOf(await late.signIn(person));
    await t.services.db.updateTable('social_flow').set({ code_expires_at: new Date() }).execute();
    expect((await late.exchange(code)).statusCode).toBe(400);

    const gone = popUp(t, 'google');
    const other = codeOf(await gone.signIn(person));
    await t.services.db
      .updateTable('app_user')
      .set({ deleted_at: new Date() })
      .where('email', '=', person.email)
      .execute();
    expect((await gone.exchange(other)).statusCode).toBe(400);
    expect(answerOf(await popUp(t, 'google').signIn(person))).toMatchObject({ error: 'forbidden' });
  });
});

test('the state is valid only for the browser of the sign-in', async () => {
  const window = popUp(t, 'google', '/social-login/complete');
  const validate = (who: typeof window, state: string) =>
    who.ask('GET', `/v1/qc/social-login/validate-state/?state=${state}`);
  const started = await window.start();
  expect((await validate(window, window.state)).statusCode).toBe(400);
  await window.comeBack(await window.consent(started, somebody()));
  expect((await validate(window, window.state)).statusCode).toBe(200);
  for (const state of ['', 'x', window.state.slice(1)])
    expect((await validate(window, state)).json()).toMatchObject({ code: 'social_invalid' });
  expect((await validate(popUp(t, 'google'), window.state)).statusCode).toBe(400);
  const done = await window.complete(FORM);
  expect(String(done.headers.location)).toMatch(/^\/social-login\/complete\?state=[\w-]{43}&code=/);
  expect((await validate(window, window.state)).statusCode).toBe(200);
});

test('replies to the pop-up keep its opener, and the cookie is HttpOnly and SameSite', async () => {
  const started = await popUp(t, 'google').start();
  expect(started.headers['cross-origin-opener-policy']).toBe('unsafe-none');
  expect(started.headers['cache-control']).toBe('no-store');
  expect(started.cookies[0]).toMatchObject({ name: 'cusp_social', httpOnly: true, sameSite: 'Lax' });
});

test('expired sign-ins are cleaned up, the others stay', async () => {
  const [old, fresh] = [popUp(t, 'google'), popUp(t, 'google')];
  await old.start();
  await t.services.db.updateTable('social_flow').set({ expires_at: new Date() }).execute();
  await fresh.start();
  await tidyIdentity(t.services);
  const left = await t.services.db.selectFrom('social_flow').select('client_state').execute();
  expect(left).toEqual([{ client_state: fresh.state }]);
});
