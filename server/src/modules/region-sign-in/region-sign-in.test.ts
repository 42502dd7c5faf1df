import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { inspect } from 'node:util';
import { sql } from 'kysely';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { arriveAt, newVerifier, signInAt } from '../../testing/arrivals.ts';
import { eventually } from '../../testing/eventually.ts';
import { openTwoRegions, peerAt } from '../../testing/regions.ts';
import { ask, auditOf, createMember, PASSWORD, signIn } from '../../testing/sign-in.ts';
import { openTestApp, type TestApp } from '../../testing/test-app.ts';
import { hashPassword } from '../identity/hashing/password-hash.ts';

const { us, eu, usUrl } = await openTwoRegions();
/** A deployment whose other region does not work. */
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
const sessionsOf = (t: TestApp, user: { id: number }) =>
  t.services.db.selectFrom('session').select(['id', 'kind']).where('user_id', '=', user.id).execute();

describe('signing in at the wrong host is refused', () => {
  test('signing in at the wrong host is refused with the same answer for an unknown address and a wrong password here or there', async () => {
    const [here, there] = [await createMember(us), await european()];
    const replies = await Promise.all([
      signInAt(us, { username: 'nobody@clinic.example' }),
      signInAt(us, { username: here.email, password: 'not the password' }),
      signInAt(us, { username: there.email, password: 'not the password' }),
      ask(us, { path: '/v1/auth/login/', body: { username: there.email, password: PASSWORD } }),
    ]);
    expect(replies.map(shown)).toEqual(Array(4).fill(REFUSED));
  });

  test('signing in at the wrong host is refused for deleted accounts and accounts without password', async () => {
    const people = [
      await european({ deleted_at: new Date() }),
      await european({ password_hash: null }),
      // An account whose data belongs to the other region would be redirected back and forth.
      await european({ region: 'us' }),
    ];
    const replies = await Promise.all(people.map(({ email }) => signInAt(us, { username: email })));
    expect(replies.map(shown)).toEqual(Array(3).fill(REFUSED));
  });

  test('signing in at the wrong host is refused for staff at /adm, whose accounts never cross regions', async () => {
    const there = await european({ is_staff: true });
    const reply = await signInAt(us, { username: there.email, callfrom: 'adm' });
    expect(shown(reply)).toEqual(REFUSED);
    expect(await auditOf(eu, there.id)).toEqual([]);
  });

  test('signing in at the wrong host is refused without asking the other region about an address that has an account here', async () => {
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

  test('signing in at the wrong host is refused with a password that is never logged or stored', async () => {
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

  test('guesses are throttled by the region that has the account, for the account and the visitor’s own address', async () => {
    const there = await european();
    await sql.raw(GUESSES).execute(eu.services.db);
    await signInAt(us, { username: there.email, password: 'no', from: '198.51.100.7' });
    await pretend(eu, 20);
    // Without counts at the asked host, the refusal comes from the other region.
    await sql.raw(GUESSES).execute(us.services.db);
    const slowed = await signInAt(us, { username: there.email, from: '198.51.100.7' });
    expect(shown(slowed)).toEqual(REFUSED);
    const elsewhere = await signInAt(us, { username: there.email, from: '198.51.100.8' });
    expect(elsewhere.json()).toMatchObject({ arrival_code: expect.any(String) });
  });

  test('guesses from all addresses are throttled, while the person can sign in at home', async () => {
    const there = await european();
    await sql.raw(GUESSES).execute(eu.services.db);
    await signInAt(us, { username: there.email, password: 'no', from: '198.51.100.9' });
    await pretend(eu, 60);
    const slowed = await signInAt(us, { username: there.email, from: '198.51.100.10' });
    expect(shown(slowed)).toEqual(REFUSED);
    expect((await signIn(eu, there.email, PASSWORD, '198.51.100.9')).statusCode).toBe(200);
  });

  test('guesses are throttled by the host that was asked, and forgotten after the right password', async () => {
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

  test('the audit log of the host that was asked names a sign-in that succeeds in the other region, and no failure', async () => {
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

  test('the audit log has one failure in each region for a wrong password, of the account that it was for', async () => {
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

  test('the audit log has the failure while the other region is out of order', async () => {
    answers = (socket) => socket.destroy();
    const from = '198.51.100.45';
    await signInAt(lone, { username: 'nobody@eu.example', from });
    expect(await loggedFrom(lone, from)).toEqual([failure(null)]);
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

  test.each(Object.entries(HOW))(
    'while the other region %s, home works and the refusal is the same',
    async (_, which) => {
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
    },
  );
});

describe('a reset link', () => {
  const resetAt = (t: TestApp, email: string) => ask(t, { path: '/v1/reset-password/', body: { email } });
  /** The people to whom a region has mailed one. */
  const linked = async ({ services }: TestApp) => {
    const tokens = services.db.selectFrom('mail_token').select('user_id').where('purpose', '=', 'reset');
    return (await tokens.execute()).map((row) => row.user_id);
  };

  test('a reset link requested at either site is sent by the region of the account; the other one learns no address of it', async () => {
    const [here, there] = [await createMember(us), await european()];
    const replies = [
      await resetAt(us, here.email),
      await resetAt(us, there.email),
      await resetAt(us, 'nobody@reset.example'),
    ];
    expect(replies.map((reply) => [reply.statusCode, reply.json()])).toEqual(
      Array(3).fill([200, { sent: true, next_in: 60 }]),
    );
    await eventually(async () => expect(await linked(eu)).toEqual([there.id]));
    expect(await linked(us)).toEqual([here.id]);
    // Each of the two requests that were passed on counts twice.
    const counted = () => eu.services.db.selectFrom('mail_request').select('key').execute();
    await eventually(async () => expect(await counted()).toHaveLength(4));
    expect((await resetAt(eu, here.email)).json(), 'the first one from there').toMatchObject({ sent: true });
  });

  test('a reset link is sent while the other region is out of order', async () => {
    answers = (socket) => socket.destroy();
    const { id, email } = await createMember(lone);
    const replies = await Promise.all([resetAt(lone, email), resetAt(lone, 'somebody@reset.example')]);
    expect(replies.map((reply) => reply.json())).toEqual(Array(2).fill({ sent: true, next_in: 60 }));
    expect(await linked(lone)).toEqual([id]);
  });
});
