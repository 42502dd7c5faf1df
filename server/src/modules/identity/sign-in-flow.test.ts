import { expect, test } from 'vitest';
import { cookieOf, linkIn, newestMailTo, signUpForm } from '../../testing/sign-in.ts';
import { openTestApp } from '../../testing/test-app.ts';

const t = await openTestApp({ work: true });

const PASSWORD = 'three brown molars';

test('a new person signs up, activates by mail, signs in, stays signed in and signs out', async () => {
  const username = 'Grace.Newcomer@clinic.example';
  const signedUp = await t.nobody.post(
    '/v1/auth/signup/',
    await signUpForm(t, { username, password: PASSWORD }),
  );
  expect(signedUp.statusCode, signedUp.body).toBe(200);

  const early = await t.nobody.post('/v1/auth/login/', { username, password: PASSWORD });
  expect(early.statusCode).toBe(401);
  expect(early.json()).toMatchObject({ code: 'not_activated', uid: expect.any(String) });

  const [, uidb64, token] = linkIn(await newestMailTo(t, username), /\/activate\/([\w-]+)\/([\w-]+)/);
  const activated = await t.nobody.post('/v1/auth/activate/', { uidb64, token });
  expect(activated.statusCode, activated.body).toBe(200);

  const login = await t.nobody.post('/v1/auth/login/', {
    username: username.toUpperCase(),
    password: PASSWORD,
  });
  expect(login.statusCode, login.body).toBe(200);
  expect(login.json()).toMatchObject({ user_loc: 'US', server_loc: 'US', uid: uidb64 });
  const cookie = cookieOf(login);

  const check = await t.nobody.request('GET', '/v1/auth/check/', undefined, { cookie });
  expect(check.statusCode, check.body).toBe(200);
  expect(check.json().user).toMatchObject({ email: username, name: 'Grace Newcomer' });

  const refreshed = await t.nobody.request('POST', '/v1/auth/refresh/', {}, { cookie });
  expect(refreshed.statusCode, refreshed.body).toBe(200);
  const next = cookieOf(refreshed);
  expect(next).not.toBe(cookie);

  const logout = await t.nobody.request('POST', '/v1/auth/logout/', {}, { cookie: next });
  expect(logout.statusCode).toBe(200);
  const after = await t.nobody.request('GET', '/v1/auth/check/', undefined, { cookie: next });
  expect(after.statusCode).toBe(401);
  const byToken = await t.nobody.request('GET', '/v1/auth/check/', undefined, {
    authorization: `Bearer ${refreshed.json().access}`,
  });
  expect(byToken.statusCode).toBe(401);
});
