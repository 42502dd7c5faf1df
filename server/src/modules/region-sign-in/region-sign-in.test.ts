import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { inspect } from 'node:util';
import { sql } from 'kysely';
import { afterAll, describe, expect, test, vi } from 'vitest';
import {
  arriveAt,
  completeAt,
  cookiesOf,
  newVerifier,
  postArrivalFrom,
  signInAt,
} from '../../testing/arrivals.ts';
import { openTwoRegions, peerAt } from '../../testing/regions.ts';
import { ask, auditOf, createMember, PASSWORD, signIn } from '../../testing/sign-in.ts';
import { openTestApp, type TestApp } from '../../testing/test-app.ts';
import { hashPassword } from '../identity/hashing/password-hash.ts';

const { us, eu, usUrl, euUrl } = await openTwoRegions();
/** A deployment whose other region is out of order. */
let answers: (socket: Socket) => void = () => {};
const broken = createServer((request) => answers(request.socket)).listen(0, '127.0.0.1');
await once(broken, 'listening');
const brokenUrl = `http://127.0.0.1:${(broken.address() as AddressInfo).port}`;
const lone = await openTestApp({ config: { otherRegionUrl: brokenUrl, peer: peerAt(brokenUrl, 'us') } });
afterAll(() => {
  broken.closeAllConnections();
  broken.close();
});

const european = (more: Parameters<typeof createMember>[1] = {}) =>
  createMember(eu, { region: 'eu', ...more });

const shown = (reply: Awaited<ReturnType<typeof signInAt>>) => {
  const { request_id: _, ...body } = reply.json();
  return { status: reply.statusCode, cookies: reply.headers['set-cookie'], ...body };
};
const REFUSED = {
  status: 401,
  cookies: undefined,
  code: 'wrong_credentials',
  detail: 'Check your email or password',
};
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

describe('signing in at the wrong host is refused', () => {
  test('with the same answer for an unknown address and a wrong password here or there', async () => {
    const [here, there] = [await createMember(us), await european()];
    const replies = await Promise.all([
      signInAt(us, { username: 'nobody@clinic.example' }),
      signInAt(us, { username: here.email, password: 'not the password' }),
      signInAt(us, { username: there.email, password: 'not the password' }),
      ask(us, { path: '/v1/auth/login/', body: { username: there.email, password: PASSWORD } }),
    ]);
    expect(replies.map(shown)).toEqual(Array(4).fill(REFUSED));
  });

  test('for deleted accounts and accounts without password', async () => {
    const people = [
      await european({ deleted_at: new Date() }),
      await european({ password_hash: null }),
      // An account whose data belongs elsewhere would be sent back and forth.
      await european({ region: 'us' }),
    ];
    const replies = await Promise.all(people.map(({ email }) => signInAt(us, { username: email })));
    expect(replies.map(shown)).toEqual(Array(3).fill(REFUSED));
  });

  test('for staff at /adm, whose accounts never cross regions', async () => {
    const there = await european({ is_staff: true });
    const reply = await signInAt(us, { username: there.email, callfrom: 'adm' });
    expect(shown(reply)).toEqual(REFUSED);
    expect(await auditOf(eu, there.id)).toEqual([]);
  });

  test('without asking the other region about an address that has an account here', async () => {
    const email = 'both@clinic.example';
    const here = await createMember(us, { email });
    const there = await european({ email, password_hash: await hashPassword('another password') });
    const foreign = await signInAt(us, { username: email, password: 'another password' });
    expect(shown(foreign)).toEqual(REFUSED);
    expect(await auditOf(eu, there.id)).toEqual([]);
    const own = await signInAt(us, { username: email });
    expect(own.json()).toMatchObject({ user_loc: 'US', server_loc: 'US', access: expect.any(String) });
    expect(await sessionsOf(us, here)).toHaveLength(1);
  });

  test('with a password that is never logged or stored', async () => {
    const there = await european();
    const password = 'nineteen silver canines';
    expect((await signInAt(us, { username: there.email, password })).statusCode).toBe(401);
    for (const t of [us, eu]) {
      const { rows } = await sql`select 1 from audit_log a where a::text like ${`%${password}%`}`.execute(
        t.services.db,
      );
      expect(rows).toEqual([]);
    }
  });
});

describe('guesses through the other region are throttled', () => {
  const GUESSES = 'delete from login_failure';
  const pretend = (t: TestApp, count: number) =>
    t.services.db.updateTable('login_failure').set({ count, last_at: new Date() }).execute();

  test('by the region that has the account, by account and by the visitor’s own address', async () => {
    const there = await european();
    await sql.raw(GUESSES).execute(eu.services.db);
    await signInAt(us, { username: there.email, password: 'no', from: '198.51.100.7' });
    await pretend(eu, 20);
    // The host that was asked has its own counts, which do not say so.
    await sql.raw(GUESSES).execute(us.services.db);
    const slowed = await signInAt(us, { username: there.email, from: '198.51.100.7' });
    expect(shown(slowed)).toEqual(REFUSED);
    const elsewhere = await signInAt(us, { username: there.email, from: '198.51.100.8' });
    expect(elsewhere.json()).toMatchObject({ arrival_code: expect.any(String) });
  });

  test('over all addresses, while the person can sign in at home', async () => {
    const there = await european();
    await sql.raw(GUESSES).execute(eu.services.db);
    await signInAt(us, { username: there.email, password: 'no', from: '198.51.100.9' });
    await pretend(eu, 60);
    const slowed = await signInAt(us, { username: there.email, from: '198.51.100.10' });
    expect(shown(slowed)).toEqual(REFUSED);
    expect((await signIn(eu, there.email, PASSWORD, '198.51.100.9')).statusCode).toBe(200);
  });

  test('by the host that was asked, and forgotten after the right password', async () => {
    const there = await european();
    await sql.raw(GUESSES).execute(us.services.db);
    await signInAt(us, { username: there.email, password: 'no', from: '198.51.100.11' });
    await pretend(us, 20);
    const slowed = await signInAt(us, { username: there.email, from: '198.51.100.11' });
    expect([slowed.statusCode, slowed.json().code]).toEqual([429, 'too_many_requests']);
    await pretend(us, 1);
    const right = await signInAt(us, { username: there.email, from: '198.51.100.11' });
    expect(right.json()).toMatchObject({ arrival_code: expect.any(String) });
    const left = us.services.db.selectFrom('login_failure').select('count');
    // The address of the network keeps its earlier failure.
    expect(await left.execute()).toEqual([{ count: 1 }]);
  });
});

describe('the audit log', () => {
  const loggedFrom = (t: TestApp, ip: string) =>
    t.services.db
      .selectFrom('audit_log')
      .select(['action', 'result', 'user_id', 'detail'])
      .where('ip', '=', ip)
      .orderBy('id')
      .execute();
  const failure = (user_id: number | null, more: object = {}) => ({
    action: 'authn_login_fail',
    result: 'refused',
    user_id,
    detail: { reason: 'wrong_credentials', ...more },
  });

  test('of the host that was asked names a sign-in that succeeds in the other region, and no failure', async () => {
    const there = await european();
    const codeVerifier = newVerifier();
    const from = '198.51.100.41';
    const reply = await signInAt(us, { username: there.email, verifier: codeVerifier, from });
    await arriveAt(usUrl, eu, { code: reply.json().arrival_code, codeVerifier });
    expect(await loggedFrom(us, from)).toEqual([
      { action: 'authn_login_elsewhere', result: 'ok', user_id: null, detail: {} },
    ]);
    expect(await loggedFrom(eu, from)).toEqual([]);
    expect(await auditOf(eu, there.id)).toEqual(['authn_login_success']);
  });

  test('has one failure in each region for a wrong password, of the account that it was for', async () => {
    const [here, there] = [await createMember(us), await european()];
    const by = { by: 'login from the other region' };
    const tries: [string, number | null, number | null][] = [
      [here.email, here.id, null],
      [there.email, null, there.id],
      ['nobody@eu.example', null, null],
    ];
    await Promise.all(
      tries.map(async ([username, idHere, idThere], at) => {
        const from = `198.51.100.${42 + at}`;
        await signInAt(us, { username, password: 'no', from });
        expect([await loggedFrom(us, from), await loggedFrom(eu, from)]).toEqual([
          [failure(idHere)],
          [failure(idThere, by)],
        ]);
      }),
    );
  });

  test('has the failure while the other region is out of order', async () => {
    answers = (socket) => socket.destroy();
    const from = '198.51.100.45';
    await signInAt(lone, { username: 'nobody@eu.example', from });
    expect(await loggedFrom(lone, from)).toEqual([failure(null)]);
  });
});

describe('a code', () => {
  test('opens a session in the region of the account, once', async () => {
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

  test('works from the EU host too', async () => {
    const there = await createMember(us);
    const codeVerifier = newVerifier();
    const reply = await signInAt(eu, { username: there.email, verifier: codeVerifier });
    expect(reply.json()).toMatchObject({ user_loc: 'US', server_loc: 'EU' });
    const arrived = await arriveAt(euUrl, us, { code: reply.json().arrival_code, codeVerifier });
    expect(arrived.statusCode).toBe(200);
  });

  test('sent many times at once opens one session', async () => {
    const there = await european();
    const form = await codeFor(there.email);
    const replies = await Promise.all(Array.from({ length: 5 }, () => arriveAt(usUrl, eu, form)));
    expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, 401, 401, 401, 401]);
    expect(await sessionsOf(eu, there)).toHaveLength(1);
  });

  test.each([
    ['another browser, which has no verifier', async () => newVerifier()],
    ['the verifier of another sign-in', async (email: string) => (await codeFor(email)).codeVerifier],
  ])('is refused and spent in %s', async (_what, verifierOf) => {
    const there = await european();
    const form = await codeFor(there.email);
    const stolen = { ...form, codeVerifier: await verifierOf(there.email) };
    expect(await arriveAt(usUrl, eu, stolen).then(over)).toEqual(OVER);
    expect(await arriveAt(usUrl, eu, form).then(over)).toEqual(OVER);
    expect(await sessionsOf(eu, there)).toEqual([]);
  });

  test('is refused when it is forged or from the host that asked', async () => {
    const there = await european();
    const form = await codeFor(there.email);
    expect(await arriveAt(usUrl, eu, { ...form, code: newVerifier() }).then(over)).toEqual(OVER);
    expect(await arriveAt(euUrl, us, form).then(over)).toEqual(OVER);
  });

  test('is refused after a minute', async () => {
    const there = await european();
    const form = await codeFor(there.email);
    const { rows } = await sql<{ seconds: number }>`
      update arrival_code set expires_at = now() where user_id = ${there.id}
      returning extract(epoch from old.expires_at - now())::int as seconds`.execute(eu.services.db);
    expect(rows[0]?.seconds).toBeLessThanOrEqual(60);
    expect(await arriveAt(usUrl, eu, form).then(over)).toEqual(OVER);
  });

  test('is stored as a hash only', async () => {
    const there = await european();
    const { code } = await codeFor(there.email);
    const { rows } = await sql<{ row: string }>`select c::text as row from arrival_code c`.execute(
      eu.services.db,
    );
    expect(rows.length).toBeGreaterThan(0);
    const hex = Buffer.from(code, 'base64url').toString('hex');
    for (const { row } of rows) for (const text of [code, hex]) expect(row).not.toContain(text);
  });

  test('is worthless after the password was changed', async () => {
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

  test('tells a blocked person so in their own region', async () => {
    const staff = await european();
    const there = await european({ blocked_at: new Date(), blocked_by: staff.id });
    const reply = await arriveAt(usUrl, eu, await codeFor(there.email));
    expect(over(reply)).toEqual([403, 'account_blocked']);
    expect(await auditOf(eu, there.id)).toEqual(['authn_login_fail refused']);
  });

  test('leads an inactive person to the activation mail of their own region', async () => {
    const there = await european({ activated_at: null });
    const reply = await arriveAt(usUrl, eu, await codeFor(there.email));
    expect(reply.json()).toMatchObject({ code: 'not_activated', uid: expect.stringMatching(/^[\w-]+$/) });
  });

  test('asks for the second step in the person’s own region', async () => {
    const there = await european();
    await eu.services.db
      .insertInto('authenticator_app')
      .values({ user_id: there.id, secret: Buffer.from('x'), confirmed_at: new Date() })
      .execute();
    const reply = await arriveAt(usUrl, eu, await codeFor(there.email));
    expect(reply.json()).toMatchObject({ second_step: { ways: ['app'], token: expect.any(String) } });
    expect(await sessionsOf(eu, there)).toEqual([]);
  });

  test('ends the session that this browser had, of the other person', async () => {
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
  ])('%s', async (_what, origin) => {
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
  ])('with %s', async (_what, wrong) => {
    const form = { code: newVerifier(), codeVerifier: newVerifier(), ...wrong };
    const posted = await postArrivalFrom(usUrl, eu, form);
    expect([posted.statusCode, posted.headers.location]).toEqual([303, '/login/region']);
    expect(posted.cookies).toEqual([]);
  });

  test('and no path leads away from this site', async () => {
    for (const next of ['//evil.example', 'https://evil.example', '/\\evil.example', 'javascript:alert(1)']) {
      const form = { code: newVerifier(), codeVerifier: newVerifier(), next };
      const { location } = (await postArrivalFrom(usUrl, eu, form)).headers;
      // The page judges `next` as it does after every sign-in.
      expect(new URL(String(location), euUrl).origin).toBe(euUrl);
      expect(String(location)).toMatch(/^\/login\/region\?next=/);
    }
  });

  test('the session is opened for this site’s own page only', async () => {
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

describe('while the other region', () => {
  const HOW: Record<string, (socket: Socket) => void> = {
    'drops the connection': (socket) => socket.destroy(),
    'sends half an answer': (socket) =>
      socket.end('HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 99\r\n\r\n{"co'),
    'answers with something else': (socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}'),
    fails: (socket) => socket.end('HTTP/1.1 500 No\r\ncontent-length: 0\r\n\r\n'),
    'never answers': () => {},
  };

  test.each(Object.entries(HOW))('%s, home works and the refusal is the same', async (_, which) => {
    answers = which;
    const here = await createMember(lone);
    const warned = vi.spyOn(lone.services.log, 'warn');
    const replies = await Promise.all([
      signInAt(lone, { username: 'somebody@clinic.example' }),
      signInAt(lone, { username: here.email, password: 'not the password' }),
    ]);
    expect(replies.map(shown)).toEqual([REFUSED, REFUSED]);
    expect(warned).toHaveBeenCalledTimes(2);
    expect(inspect(warned.mock.calls, { depth: 20, maxStringLength: null })).not.toContain(PASSWORD);
    warned.mockRestore();
    expect((await signInAt(lone, { username: here.email })).statusCode).toBe(200);
  });
});

test('where there is one region, a form leads nowhere', async () => {
  const alone = await openTestApp();
  const form = { code: newVerifier(), codeVerifier: newVerifier() };
  const posted = await postArrivalFrom('https://us.cusp.example', alone, form);
  expect(posted.cookies).toEqual([]);
  expect(over(await completeAt(alone, ''))).toEqual(OVER);
});
