import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import {
  arriveAt,
  completeAt,
  cookiesOf,
  newVerifier,
  postArrivalFrom,
  signInAt,
} from '../../testing/arrivals.ts';
import { openTwoRegions } from '../../testing/regions.ts';
import { auditOf, createMember, PASSWORD, signIn } from '../../testing/sign-in.ts';
import { openAppForTest, type TestApp } from '../../testing/test-app.ts';

const { us, eu, usUrl, euUrl } = await openTwoRegions();
const european = (more: Parameters<typeof createMember>[1] = {}) =>
  createMember(eu, { region: 'eu', ...more });

const over = (reply: Awaited<ReturnType<typeof completeAt>>) => [reply.statusCode, reply.json().code];
const OVER = [401, 'arrival_over'];

/** Signs in at the US host; returns what its page then posts to the EU one. */
async function codeFor(username: string) {
  const codeVerifier = newVerifier();
  const reply = await signInAt(us, { username, verifier: codeVerifier });
  return { code: reply.json().arrival_code as string, codeVerifier };
}
const sessionsOf = (t: TestApp, user: { id: number }) =>
  t.services.db.selectFrom('session').select(['id', 'kind']).where('user_id', '=', user.id).execute();

describe('a code', () => {
  test('a code opens a session in the region of the account, once', async () => {
    const there = await european();
    const codeVerifier = newVerifier();
    const reply = await signInAt(us, { username: there.email, verifier: codeVerifier });
    expect(reply.json()).toEqual({
      user_loc: 'EU',
      server_loc: 'US',
      arrival_code: expect.stringMatching(/^[\w-]{43}$/),
    });
    expect(reply.headers['set-cookie']).toBeUndefined();
    const form = { code: reply.json().arrival_code, codeVerifier, next: '/cases?page=2', language: 'de' };
    const posted = await postArrivalFrom(usUrl, eu, form);
    expect([posted.statusCode, posted.headers.location]).toEqual([
      303,
      '/login/region?next=%2Fcases%3Fpage%3D2',
    ]);
    expect(posted.cookies.map(({ name, httpOnly, sameSite }) => [name, httpOnly, sameSite])).toEqual([
      ['cusp_arrival', true, 'Strict'],
      ['cusp_language', undefined, 'Lax'],
    ]);
    const arrived = await completeAt(eu, cookiesOf(posted));
    expect(arrived.json()).toMatchObject({ user_loc: 'EU', server_loc: 'EU', access: expect.any(String) });
    expect(arrived.cookies.find(({ name }) => name === 'cusp_arrival')?.value).toBe('');
    expect(await sessionsOf(eu, there)).toMatchObject([{ kind: 'customer' }]);
    expect(await auditOf(eu, there.id)).toEqual(['authn_login_success']);
    expect(await arriveAt(usUrl, eu, form).then(over)).toEqual(OVER);
    expect(await sessionsOf(eu, there)).toHaveLength(1);
  });

  test('a code works from the EU host too', async () => {
    const there = await createMember(us);
    const codeVerifier = newVerifier();
    const reply = await signInAt(eu, { username: there.email, verifier: codeVerifier });
    expect(reply.json()).toMatchObject({ user_loc: 'US', server_loc: 'EU' });
    const arrived = await arriveAt(euUrl, us, { code: reply.json().arrival_code, codeVerifier });
    expect(arrived.statusCode).toBe(200);
  });

  test('a code sent many times at once opens one session', async () => {
    const there = await european();
    const form = await codeFor(there.email);
    const replies = await Promise.all(Array.from({ length: 5 }, () => arriveAt(usUrl, eu, form)));
    expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, 401, 401, 401, 401]);
    expect(await sessionsOf(eu, there)).toHaveLength(1);
  });

  test.each([
    ['another browser, which has no verifier', async () => newVerifier()],
    ['the verifier of another sign-in', async (email: string) => (await codeFor(email)).codeVerifier],
  ])('a code is refused and spent in %s', async (_what, verifierOf) => {
    const there = await european();
    const form = await codeFor(there.email);
    const stolen = { ...form, codeVerifier: await verifierOf(there.email) };
    expect(await arriveAt(usUrl, eu, stolen).then(over)).toEqual(OVER);
    expect(await arriveAt(usUrl, eu, form).then(over)).toEqual(OVER);
    expect(await sessionsOf(eu, there)).toEqual([]);
  });

  test('a code is refused when it is forged or from the host that asked', async () => {
    const there = await european();
    const form = await codeFor(there.email);
    expect(await arriveAt(usUrl, eu, { ...form, code: newVerifier() }).then(over)).toEqual(OVER);
    expect(await arriveAt(euUrl, us, form).then(over)).toEqual(OVER);
  });

  test('a code is refused after a minute', async () => {
    const there = await european();
    const form = await codeFor(there.email);
    const { rows } = await sql<{ seconds: number }>`
      update arrival_code set expires_at = now() where user_id = ${there.id}
      returning extract(epoch from old.expires_at - now())::int as seconds`.execute(eu.services.db);
    expect(rows[0]?.seconds).toBeLessThanOrEqual(60);
    expect(await arriveAt(usUrl, eu, form).then(over)).toEqual(OVER);
  });

  test('a code is stored as a hash only', async () => {
    const there = await european();
    const { code } = await codeFor(there.email);
    const { rows } = await sql<{ row: string }>`select c::text as row from arrival_code c`.execute(
      eu.services.db,
    );
    expect(rows.length).toBeGreaterThan(0);
    const hex = Buffer.from(code, 'base64url').toString('hex');
    for (const { row } of rows) for (const text of [code, hex]) expect(row).not.toContain(text);
  });

  test('a code is worthless after the password was changed', async () => {
    const there = await european();
    const form = await codeFor(there.email);
    const changed = await (await eu.as(there)).request('PUT', '/v1/auth/change-password/', formData());
    expect(changed.statusCode).toBe(200);
    expect(await arriveAt(usUrl, eu, form).then(over)).toEqual(OVER);
  });

  const formData = () => {
    const form = new FormData();
    form.append('old_password', PASSWORD);
    for (const name of ['password', 'password_confirm']) form.append(name, 'four white incisors');
    return form;
  };

  test('a code of a blocked person is refused with that reason in their own region', async () => {
    const staff = await european();
    const there = await european({ blocked_at: new Date(), blocked_by: staff.id });
    const reply = await arriveAt(usUrl, eu, await codeFor(there.email));
    expect(over(reply)).toEqual([403, 'account_blocked']);
    expect(await auditOf(eu, there.id)).toEqual(['authn_login_fail refused']);
  });

  test('a code leads an inactive person to the activation mail of their own region', async () => {
    const there = await european({ activated_at: null });
    const reply = await arriveAt(usUrl, eu, await codeFor(there.email));
    expect(reply.json()).toMatchObject({ code: 'not_activated', uid: expect.stringMatching(/^[\w-]+$/) });
  });

  test('a code asks for the second step in the person’s own region', async () => {
    const there = await european();
    await eu.services.db
      .insertInto('authenticator_app')
      .values({ user_id: there.id, secret: Buffer.from('x'), confirmed_at: new Date() })
      .execute();
    const reply = await arriveAt(usUrl, eu, await codeFor(there.email));
    expect(reply.json()).toMatchObject({ second_step: { ways: ['app'], token: expect.any(String) } });
    expect(await sessionsOf(eu, there)).toEqual([]);
  });

  test('a code ends the session that this browser had, of the other person', async () => {
    const [before, there] = [await european(), await european()];
    const old = await signIn(eu, before.email);
    const posted = await postArrivalFrom(usUrl, eu, await codeFor(there.email));
    const reply = await completeAt(eu, `${cookiesOf(posted)}; ${cookiesOf(old)}`);
    expect(reply.statusCode).toBe(200);
    const ended = await eu.services.db
      .selectFrom('session')
      .select('ended_at')
      .where('user_id', '=', before.id)
      .executeTakeFirstOrThrow();
    expect(ended.ended_at).not.toBeNull();
  });
});

describe('a form is not accepted', () => {
  test.each([
    ['of an attacker’s page, which has a code of its own account', 'https://attacker.example'],
    ['of a page that hides where it is', 'null'],
    ['of this site’s own pages', euUrl],
    ['of a page with the other region’s name in front', `${usUrl}.attacker.example`],
    ['of a browser that does not say', null],
  ])('a form is not accepted %s', async (_what, origin) => {
    const attacker = await european();
    const form = await codeFor(attacker.email);
    const posted = await postArrivalFrom(origin, eu, { ...form, language: 'ko' });
    expect([posted.statusCode, posted.headers.location]).toEqual([303, '/login/region']);
    expect(posted.cookies).toEqual([]);
    expect(over(await completeAt(eu, ''))).toEqual(OVER);
  });

  test.each([
    ['a broken code', { code: 'x' }],
    ['a broken verifier', { codeVerifier: '' }],
    ['an unknown language', { language: 'xx' }],
    ['an endless path', { next: `/${'x'.repeat(3000)}` }],
  ])('a form is not accepted with %s', async (_what, wrong) => {
    const form = { code: newVerifier(), codeVerifier: newVerifier(), ...wrong };
    const posted = await postArrivalFrom(usUrl, eu, form);
    expect([posted.statusCode, posted.headers.location]).toEqual([303, '/login/region']);
    expect(posted.cookies).toEqual([]);
  });

  test('no path of a form leads away from this site', async () => {
    for (const next of ['//evil.example', 'https://evil.example', '/\\evil.example', 'javascript:alert(1)']) {
      const form = { code: newVerifier(), codeVerifier: newVerifier(), next };
      const { location } = (await postArrivalFrom(usUrl, eu, form)).headers;
      // The page validates `next` as it does after every sign-in.
      expect(new URL(String(location), euUrl).origin).toBe(euUrl);
      expect(String(location)).toMatch(/^\/login\/region\?next=/);
    }
  });

  test('a form opens a session only for a page of this site', async () => {
    const posted = await postArrivalFrom(usUrl, eu, await codeFor((await european()).email));
    const foreign = await completeAt(eu, cookiesOf(posted), { 'sec-fetch-site': 'cross-site' });
    expect(foreign.statusCode).toBe(403);
    const unmarked = await eu.app.inject({
      method: 'POST',
      url: '/heclore/v1/auth/region/complete/',
      headers: { cookie: cookiesOf(posted) },
    });
    expect(unmarked.statusCode).toBe(403);
  });
});

test('a form opens no session where there is one region', async () => {
  const alone = await openAppForTest();
  const form = { code: newVerifier(), codeVerifier: newVerifier() };
  const posted = await postArrivalFrom('https://us.cusp.example', alone, form);
  expect(posted.cookies).toEqual([]);
  expect(over(await completeAt(alone, ''))).toEqual(OVER);
});
