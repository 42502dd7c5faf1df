import { describe, expect, test } from 'vitest';
import { createGroup, createUser } from '../../testing/factories.ts';
import { ask, formOf } from '../../testing/sign-in.ts';
import { createTestApp, openTestApp } from '../../testing/test-app.ts';

const t = await openTestApp();

const check = (form: string, field: string, fields: Record<string, string>) =>
  t.nobody.post(`/v1/auth/validate/?form=${form}&field=${field}`, formOf({ ...fields, filler: 'x' }));

describe('probing one address after another', () => {
  const asked = (username: string, from: string) =>
    ask(t, {
      path: '/v1/auth/validate/?form=signup&field=username',
      body: formOf({ username }),
      from,
    });

  test('probing addresses is throttled more and more, whether accounts exist or not', async () => {
    const { email } = await createUser(t.services);
    const [here, elsewhere] = ['2001:db8:1:1::1', '2001:db8:1:2::1'];
    await asked(email, here);
    await t.services.db.updateTable('login_failure').set({ count: 210, last_at: new Date() }).execute();
    for (const username of [email, 'nobody@clinic.example'])
      expect((await asked(username, '2001:db8:1:1::2')).statusCode).toBe(429);
    expect((await asked('no address', here)).statusCode).toBe(200);
    expect((await asked(email, elsewhere)).json()).toEqual({ error_message: ['This email cannot be used'] });
    await t.services.db.deleteFrom('login_failure').execute();
  });
});

describe('a field check', () => {
  test.each([
    ['nothing', 'username'],
    ['signup', 'nothing'],
    ['constructor', 'name'],
    ['signup', 'constructor'],
    ['__proto__', 'toString'],
  ])('field check of %s.%s is refused', async (form, field) => {
    const reply = await check(form, field, {});
    expect(reply.statusCode).toBe(400);
    expect(reply.json().code).toBe('invalid_input');
  });

  test('field check is refused without a form and with an invalid token', async () => {
    expect((await t.nobody.post('/v1/auth/validate/?form=signup&field=username', {})).statusCode).toBe(415);
    expect((await t.nobody.post('/v1/auth/validate/', formOf({ username: 'x' }))).statusCode).toBe(400);
    const reply = await t.nobody.request(
      'POST',
      '/v1/auth/validate/?form=signup&field=username',
      formOf({ username: 'x' }),
      { authorization: 'Bearer nonsense' },
    );
    expect(reply.statusCode).toBe(401);
  });

  test.each([
    ['signup', 'username', '', 'This field may not be blank'],
    ['signup', 'username', 'ada', 'Enter a valid email address.'],
    ['signup', 'password', 'short', 'This password is too short. It must contain at least 8 characters.'],
    ['signup', 'password', 'iloveyou1', 'This password is too common.'],
    ['signup', 'password_confirm', 'else', 'The two password fields didn’t match'],
    ['signup', 'first_name', '  ', 'This field may not be blank'],
    ['signup', 'first_name', '\u200b\u2060', 'This field may not be blank'],
    ['signup', 'last_name', '\u3164\u3000\u2800', 'This field may not be blank'],
    ['signup', 'last_name', 'x'.repeat(101), 'At most 100 characters.'],
    ['signup', 'role', 'Owner', 'Choose one of the roles.'],
    ['signup', 'country', 'xx', 'Choose a country.'],
    ['signup', 'country', 'XX', 'Choose a country.'],
    ['signup', 'phone', '12', 'Enter a phone number with its country code, such as +49 89 123456.'],
    ['signup', 'address', 'x'.repeat(201), 'At most 200 characters.'],
    ['social', 'role', '', 'This field may not be blank'],
    ['social', 'phone', '12', 'Enter a phone number with its country code, such as +49 89 123456.'],
    ['profile', 'first_name', '', 'This field may not be blank'],
    ['profile', 'last_name', '\uffa0', 'This field may not be blank'],
    [
      'profile',
      'phone',
      `+${'1'.repeat(30)}`,
      'Enter a phone number with its country code, such as +49 89 123456.',
    ],
    ['password', 'password', 'password', 'This password is too common.'],
  ])('field check in %s of %s %j says: %s', async (form, field, value, message) => {
    const reply = await check(form, field, { [field]: value });
    expect(reply.statusCode, reply.body).toBe(200);
    expect(reply.json()).toEqual({ error_message: [message] });
  });

  test('field check finds a taken address in any spelling', async () => {
    const { email } = await createUser(t.services);
    for (const spelling of [email, email.toUpperCase()])
      expect((await check('signup', 'username', { username: spelling })).json()).toEqual({
        error_message: ['This email cannot be used'],
      });
  });

  test.each([
    ['signup', 'username', 'free@clinic.example'],
    ['signup', 'password', 'three brown molars'],
    ['signup', 'institution', ''],
    ['signup', 'phone', ''],
    ['signup', 'phone', '+49 89 123456'],
    ['signup', 'role', 'Dealer'],
    ['signup', 'first_name', '민준'],
    ['signup', 'first_name', 'می\u200cنا'],
    ['signup', 'last_name', '-'],
    ['signup', 'last_name', 'Else\u202exela'],
    ['profile', 'country', 'KR'],
  ])('field check in %s of %s %j finds nothing wrong', async (form, field, value) => {
    expect((await check(form, field, { [field]: value })).json()).toEqual({});
  });

  test.each(['signup', 'connection', 'groupUser'])(
    'field check in %s reveals other people to members only',
    async (form) => {
      const reply = await check(form, 'email', { email: 'ada@clinic.example' });
      expect(reply.statusCode).toBe(401);
    },
  );

  test('field checks of a connection and a group invitation depend on the signed-in person', async () => {
    const owner = await createUser(t.services);
    await createGroup(t.services, owner);
    const client = await t.as(owner);
    for (const form of ['signup', 'connection', 'groupUser']) {
      const ask = (email: string) =>
        client.post(`/v1/auth/validate/?form=${form}&field=email`, formOf({ email }));
      expect((await ask(owner.email)).json().error_message).toHaveLength(1);
      expect((await ask('free@clinic.example')).json()).toEqual({});
    }
  });

  test('field check compares the passwords of the form', async () => {
    const fields = { password: 'three brown molars', password_confirm: 'three brown molars' };
    expect((await check('signup', 'password_confirm', fields)).json()).toEqual({});
  });
});

describe('the country of a visitor', () => {
  const countryOf = async (ip: string) => {
    const reply = await t.app.inject({ url: '/heclore/v1/auth/country/', remoteAddress: ip });
    return reply.json().data.country_code;
  };
  test('the country of a visitor is looked up locally by address', async () => {
    expect(await countryOf('127.0.0.1')).toBeNull();
    expect(await countryOf('8.8.8.8')).toBe('US');
    expect(await countryOf('2a00:1450:4001:82b::200e')).toMatch(/^[A-Z]{2}$/);
  });
});

describe('the language', () => {
  test.each(['xx', '', 'en-US', 7])('the language does not change to %j', async (language) => {
    const reply = await t.nobody.post('/v1/setLang/', { language });
    expect(reply.statusCode).toBe(400);
    expect(reply.headers['set-cookie']).toBeUndefined();
  });

  test('the language cookie has the __Host- prefix over TLS, and the plain one is removed', async () => {
    const behindProxy = await createTestApp({ config: { trustProxy: ['127.0.0.1'] } });
    try {
      const headers = { 'x-forwarded-proto': 'https', cookie: 'cusp_language=ko' };
      const reply = await behindProxy.nobody.request('POST', '/v1/setLang/', { language: 'pl' }, headers);
      expect(reply.cookies).toMatchObject([
        { name: 'cusp_language', value: '' },
        { name: '__Host-cusp_language', value: 'pl', path: '/', secure: true },
      ]);
    } finally {
      await behindProxy.close();
    }
  });

  test('the language is kept for the browser, and for the signed-in person', async () => {
    const anybody = await t.nobody.post('/v1/setLang/', { language: 'pl' });
    expect(anybody.cookies[0]).toMatchObject({ name: 'cusp_language', value: 'pl', path: '/' });
    const user = await createUser(t.services);
    await (await t.as(user)).post('/v1/setLang/', { language: 'ko' });
    const check = await (await t.as(user)).get('/v1/auth/check/');
    expect(check.json().user.settings.language).toBe('ko');
  });
});
