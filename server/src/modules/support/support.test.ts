import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { inTransaction } from '../../platform/work.ts';
import { createUser } from '../../testing/factories.ts';
import { codeOf, setUpApp } from '../../testing/second-step.ts';
import { ask, createMember, newestMailTo, PASSWORD } from '../../testing/sign-in.ts';
import { openTestApp } from '../../testing/test-app.ts';
import { openSession } from '../identity/sessions.ts';

const t = await openTestApp({ config: { demo: true }, work: true });
const { db } = t.services;

const REQUEST = { reason_code: 'problem', reason: 'Scans of one case do not open', mode: 'read' };
const proof = { password: PASSWORD };
const member = (values = {}) => createMember(t, { is_staff: true, ...values });
const codeAt = (reply: { json(): { code?: string }; statusCode: number }) => [
  reply.statusCode,
  reply.json().code,
];
const askFor = async (staff: { id: number }, subject: { id: number }, more = {}) =>
  (await t.asStaff(staff)).post(`/v1/cs/users/${subject.id}/login/`, { ...REQUEST, proof, ...more });
const optionsOf = async (staff: { id: number }, subject: { id: number }) =>
  (await (await t.asStaff(staff)).get(`/v1/cs/users/${subject.id}/login/`)).json();
const consent = async (subject: { id: number }, more = {}) => {
  const body = { hours: 24, mode: 'read', sees_patients: false, ...more };
  expect((await (await t.as(subject)).put('/v1/user/support/', body)).statusCode).toBe(200);
};
const tokenOf = (link: string) => link.split('#')[1] ?? '';
/** Opens a link in a browser with the cookie of a staff session. */
const begin = (token: string, cookie: string, headers = {}) =>
  ask(t, {
    path: '/v1/auth/support/',
    body: { token },
    headers: { cookie: `cusp-staff=${cookie}`, ...headers },
  });
async function running(subject: { id: number }, more = {}) {
  const staff = await member();
  await consent(subject);
  const { link, id } = (await askFor(staff, subject, more)).json();
  const reply = await begin(tokenOf(link), (await t.asStaff(staff)).cookie);
  expect(reply.statusCode, reply.body).toBe(200);
  const headers = { authorization: `Bearer ${reply.json().access}` };
  const get = (path: string) => ask(t, { method: 'GET', path, headers });
  return { staff, id: id as number, reply, get, headers };
}

describe('acting for an account is impossible', () => {
  test('for oneself, for every kind of staff, and for accounts that are not in use', async () => {
    const subjects = {
      not_activated: await createMember(t, { activated_at: null }),
      deleted: await createMember(t, { deleted_at: new Date() }),
      blocked: await createMember(t, {
        blocked_at: new Date(),
        blocked_by: (await createUser(t.services)).id,
        block_reason: 'Asked to',
      }),
    };
    const asker = await member();
    for (const [why, subject] of Object.entries(subjects)) {
      expect((await optionsOf(asker, subject)).impossible).toBe(why);
      expect(codeAt(await askFor(asker, subject))).toEqual([409, 'support_impossible']);
    }
    expect((await optionsOf(asker, asker)).impossible).toBe('self');
    expect(codeAt(await askFor(asker, asker))).toEqual([409, 'support_impossible']);
    const flags = ['is_device_manager', 'is_sales_manager', 'is_staff', 'is_device_user_viewer'];
    for (const flag of flags) {
      const other = await createMember(t, { [flag]: true });
      await consent(other);
      expect((await optionsOf(asker, other)).impossible).toBe('staff');
      expect(codeAt(await askFor(asker, other))).toEqual([409, 'support_impossible']);
    }
    expect((await askFor(asker, { id: 987654321 })).statusCode).toBe(404);
    const requests = db.selectFrom('support_session').selectAll().where('staff_id', '=', asker.id);
    expect(await requests.execute()).toEqual([]);
  });

  test('without the flag "staff", from a customer session and from a support session', async () => {
    const subject = await createMember(t);
    for (const flag of ['is_device_manager', 'is_sales_manager', 'is_device_user_viewer']) {
      const other = await createMember(t, { [flag]: true });
      expect((await askFor(other, subject)).statusCode).toBe(403);
    }
    const { headers } = await running(subject);
    const nested = await ask(t, {
      path: `/v1/cs/users/${(await createMember(t)).id}/login/`,
      body: { ...REQUEST, proof },
      headers,
    });
    expect(codeAt(nested)).toEqual([403, 'closed_to_support']);
  });
});

describe('a request is refused', () => {
  test.each([
    ['a short reason', { reason: 'a short one' }],
    ['a reason of blanks', { reason: `a${' '.repeat(40)}` }],
    ['an unknown reason code', { reason_code: 'curious' }],
    ['a long ticket', { ticket: '4'.repeat(41) }],
    ['an unknown mode', { mode: 'admin' }],
  ])('%s gets 400', async (_, more) => {
    expect((await askFor(await member(), await createMember(t), more)).statusCode).toBe(400);
  });

  test('without a right proof', async () => {
    const [staff, subject] = [await member(), await createMember(t)];
    expect(codeAt(await askFor(staff, subject, { proof: {} }))).toEqual([403, 'proof_needed']);
    const wrong = { proof: { password: 'not the password' } };
    expect(codeAt(await askFor(staff, subject, wrong))).toEqual([400, 'wrong_password']);
    expect((await optionsOf(staff, subject)).log).toEqual([]);
  });

  test('staff with an app need a code, whatever their password', async () => {
    const [staff, subject] = [await member(), await createMember(t)];
    const { secret } = await setUpApp(await t.as(staff));
    const cookieless = await openNew(staff);
    const post = (body: object) =>
      ask(t, {
        path: `/v1/cs/users/${subject.id}/login/`,
        body: { ...REQUEST, ...body },
        headers: cookieless,
      });
    expect(codeAt(await post({ proof }))).toEqual([403, 'code_needed']);
    expect((await post({ proof: { code: codeOf(secret, 1) } })).statusCode).toBe(200);
  });

  test('staff with a passkey only need a sign-in of the last five minutes', async () => {
    const [staff, subject] = [await member(), await createMember(t)];
    await db
      .insertInto('passkey')
      .values({
        user_id: staff.id,
        credential_id: `key-${staff.id}`,
        public_key: Buffer.from('key'),
        counter: 0,
        transports: [],
        rp_id: 'localhost',
        name: 'Key',
        created_at: sql<Date>`now() - interval '1 day'`,
        last_used_at: null,
      })
      .execute();
    expect((await askFor(staff, subject)).statusCode).toBe(200);
    await db
      .updateTable('session')
      .set({ created_at: sql`now() - interval '6 minutes'` })
      .where('user_id', '=', staff.id)
      .execute();
    expect((await optionsOf(staff, subject)).proof).toBe('sign_in');
    expect(codeAt(await askFor(staff, subject))).toEqual([403, 'proof_needed']);
  });
});

async function openNew(staff: { id: number }) {
  const origin = { ip: '127.0.0.1', userAgent: 'test', requestId: null };
  const { access } = await inTransaction(t.services, origin, (work) => openSession(work, staff.id, 'staff'));
  return { authorization: `Bearer ${access}` };
}

describe('with the customer’s consent', () => {
  test('the link begins one session, names both people and is mailed to the customer', async () => {
    const subject = await createMember(t);
    const { staff, get, reply, id } = await running(subject);
    expect(reply.cookies.map(({ name }) => name)).toEqual(['cusp-support']);
    const known = (await get('/v1/auth/check/?callfrom=support')).json();
    expect(known).toMatchObject({
      user: { id: subject.id },
      support: { mode: 'read', sees_patients: false },
    });
    const left = new Date(known.session.ends_at).getTime() - Date.now();
    expect(left).toBeLessThanOrEqual(30 * 60_000);
    expect((await newestMailTo(t, subject.email)).text).toContain('opened your account');
    const rows = await db
      .selectFrom('audit_log')
      .select(['action', 'user_id', 'acting_for'])
      .where('acting_for', '=', staff.id)
      .where('action', '=', 'support_began')
      .execute();
    expect(rows).toEqual([{ action: 'support_began', user_id: subject.id, acting_for: staff.id }]);
    expect((await optionsOf(staff, subject)).log).toMatchObject([{ id, state: 'running', by_consent: true }]);
  });

  test('a link works once, in time, and in the browser of who asked', async () => {
    const [staff, other, subject] = [await member(), await member(), await createMember(t)];
    await consent(subject);
    const token = tokenOf((await askFor(staff, subject)).json().link);
    const { cookie } = await t.asStaff(staff);
    const invalid = [400, 'support_link_invalid'];
    expect(codeAt(await begin(token, (await t.asStaff(other)).cookie))).toEqual(invalid);
    expect(codeAt(await begin(token, (await t.as(subject)).cookie))).toEqual(invalid);
    expect(codeAt(await begin(token, (await t.as(staff)).cookie))).toEqual(invalid);
    expect(codeAt(await begin(token, ''))).toEqual(invalid);
    expect(codeAt(await begin('guessed', cookie))).toEqual(invalid);
    expect((await begin(token, cookie, { 'sec-fetch-site': 'cross-site' })).statusCode).toBe(403);
    const both = await Promise.all([begin(token, cookie), begin(token, cookie)]);
    expect(both.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 400]);
    const late = tokenOf((await askFor(staff, subject)).json().link);
    await db
      .updateTable('support_session')
      .set({ link_until: sql`now()` })
      .where('staff_id', '=', staff.id)
      .execute();
    expect(codeAt(await begin(late, cookie))).toEqual(invalid);
  });

  test('a link does not open what is no longer allowed', async () => {
    const changes: ((people: { staff: { id: number }; subject: { id: number } }) => Promise<unknown>)[] = [
      async ({ subject }) => (await t.as(subject)).delete('/v1/user/support/'),
      ({ subject }) =>
        db.updateTable('app_user').set({ is_staff: true }).where('id', '=', subject.id).execute(),
      ({ subject }) =>
        db.updateTable('app_user').set({ deleted_at: new Date() }).where('id', '=', subject.id).execute(),
      ({ staff }) =>
        db
          .updateTable('app_user')
          .set({ is_staff: false, is_sales_manager: true })
          .where('id', '=', staff.id)
          .execute(),
    ];
    for (const change of changes) {
      const [staff, subject] = [await member(), await createMember(t)];
      await consent(subject);
      const token = tokenOf((await askFor(staff, subject)).json().link);
      await change({ staff, subject });
      expect((await begin(token, (await t.asStaff(staff)).cookie)).statusCode).toBe(400);
    }
  });

  test('beginning another session ends the first, so a browser has one', async () => {
    const first = await running(await createMember(t));
    const subject = await createMember(t);
    await consent(subject);
    const { link } = (await askFor(first.staff, subject)).json();
    expect((await begin(tokenOf(link), (await t.asStaff(first.staff)).cookie)).statusCode).toBe(200);
    expect((await first.get('/v1/cases/')).statusCode).toBe(401);
  });

  test('mode and patient data go as far as the consent, and a session not past its end', async () => {
    const [staff, subject] = [await member(), await createMember(t)];
    await consent(subject);
    expect((await askFor(staff, subject, { mode: 'write' })).json().state).toBe('waiting');
    const curious = (await askFor(staff, subject, { sees_patients: true })).json();
    const { log } = await optionsOf(staff, subject);
    expect(log.find(({ id }: { id: number }) => id === curious.id)).toMatchObject({ sees_patients: false });
    await consent(subject, { mode: 'write', sees_patients: true });
    await db
      .updateTable('support_grant')
      .set({ until: sql`now() + interval '5 minutes'` })
      .where('user_id', '=', subject.id)
      .where('revoked_at', 'is', null)
      .execute();
    const all = (await askFor(staff, subject, { mode: 'write', sees_patients: true })).json();
    const reply = await begin(tokenOf(all.link), (await t.asStaff(staff)).cookie);
    const known = await ask(t, {
      method: 'GET',
      path: '/v1/auth/check/?callfrom=support',
      headers: { authorization: `Bearer ${reply.json().access}` },
    });
    expect(known.json().support).toMatchObject({ mode: 'write', sees_patients: true });
    const left = new Date(known.json().session.ends_at).getTime() - Date.now();
    expect(left).toBeLessThanOrEqual(5 * 60_000);
  });
});

describe('without a consent', () => {
  const act = async (by: { id: number }, id: number, verb: string, body: object = { proof }) =>
    (await t.asStaff(by)).post(`/v1/cs/support-sessions/${id}/${verb}/`, body);

  test('a colleague approves, the customer gets a mail at once, and patients stay masked', async () => {
    const [staff, colleague, subject] = [await member(), await member(), await createMember(t)];
    const asked = (await askFor(staff, subject, { sees_patients: true })).json();
    expect(asked).toMatchObject({ state: 'waiting', link: null });
    expect(codeAt(await act(staff, asked.id, 'link'))).toEqual([409, 'support_not_waiting']);
    expect(codeAt(await act(staff, asked.id, 'approve'))).toEqual([403, 'support_own_request']);
    expect(codeAt(await act(colleague, asked.id, 'approve', { proof: {} }))).toEqual([403, 'proof_needed']);
    expect((await act(colleague, asked.id, 'approve')).statusCode).toBe(200);
    expect(codeAt(await act(colleague, asked.id, 'approve'))).toEqual([409, 'support_not_waiting']);
    expect((await newestMailTo(t, subject.email)).text).toContain('agreed to open your account');
    expect((await act(colleague, asked.id, 'link')).statusCode).toBe(404);
    const { link } = (await act(staff, asked.id, 'link')).json();
    const reply = await begin(tokenOf(link), (await t.asStaff(staff)).cookie);
    const headers = { authorization: `Bearer ${reply.json().access}` };
    const known = await ask(t, { method: 'GET', path: '/v1/auth/check/?callfrom=support', headers });
    expect(known.json().support).toMatchObject({ sees_patients: false });
    const { visits } = (await (await t.as(subject)).get('/v1/user/support/')).json();
    expect(visits).toMatchObject([{ is_running: true, by_consent: false, reason: REQUEST.reason }]);
    expect(codeAt(await act(staff, asked.id, 'link'))).toEqual([409, 'support_not_waiting']);
  });

  test('a request and an approval lapse after an hour', async () => {
    const [staff, colleague, subject] = [await member(), await member(), await createMember(t)];
    const { id } = (await askFor(staff, subject)).json();
    const past = sql<Date>`now() - interval '61 minutes'`;
    const set = (values: object) =>
      db.updateTable('support_session').set(values).where('id', '=', id).execute();
    await set({ requested_at: past });
    expect(codeAt(await act(colleague, id, 'approve'))).toEqual([409, 'support_not_waiting']);
    await set({ requested_at: sql`now()` });
    await act(colleague, id, 'approve');
    await set({ approved_at: past });
    expect(codeAt(await act(staff, id, 'link'))).toEqual([409, 'support_not_waiting']);
    expect((await optionsOf(staff, subject)).log[0].state).toBe('lapsed');
  });

  test('a refused request cannot be approved, and lists say what became of each', async () => {
    const [staff, colleague, subject] = [await member(), await member(), await createMember(t)];
    const { id } = (await askFor(staff, subject)).json();
    const list = async () => (await (await t.asStaff(colleague)).get('/v1/cs/support-sessions/')).json();
    expect((await list()).open[0]).toMatchObject({
      id,
      state: 'waiting',
      is_own: false,
      subject: { id: subject.id },
    });
    expect((await act(colleague, id, 'refuse', {})).statusCode).toBe(200);
    expect(codeAt(await act(colleague, id, 'approve'))).toEqual([409, 'support_not_waiting']);
    expect((await list()).latest[0]).toMatchObject({ id, state: 'refused' });
    expect((await act(colleague, 987654321, 'approve')).statusCode).toBe(404);
  });
});

describe('the customer', () => {
  test('revoking the consent ends the session at once', async () => {
    const subject = await createMember(t);
    const { get } = await running(subject);
    expect((await get('/v1/cases/')).statusCode).toBe(200);
    expect((await (await t.as(subject)).delete('/v1/user/support/')).statusCode).toBe(200);
    expect((await get('/v1/cases/')).statusCode).toBe(401);
    const own = (await (await t.as(subject)).get('/v1/user/support/')).json();
    expect(own).toMatchObject({ consent: null, visits: [{ is_running: false }] });
  });

  test('ends a session, but not one in another account', async () => {
    const subject = await createMember(t);
    const { get, id } = await running(subject);
    expect((await (await t.as(await createMember(t))).delete(`/v1/user/support/${id}/`)).statusCode).toBe(
      404,
    );
    expect((await get('/v1/cases/')).statusCode).toBe(200);
    expect((await (await t.as(subject)).delete(`/v1/user/support/${id}/`)).statusCode).toBe(200);
    expect((await get('/v1/cases/')).statusCode).toBe(401);
  });

  test('reads who looked, when, why and at what, and support does not read that page', async () => {
    const subject = await createMember(t);
    const { get, staff } = await running(subject);
    await get('/v1/cases/');
    await get('/v1/cases/');
    await get('/v1/connections/');
    expect((await get('/v1/user/support/')).statusCode).toBe(403);
    const { visits } = (await (await t.as(subject)).get('/v1/user/support/')).json();
    expect(visits).toMatchObject([
      {
        staff: `${staff.first_name} ${staff.last_name}`,
        reason: REQUEST.reason,
        calls: [
          { call: 'GET /v1/cases/', count: 2 },
          { call: 'GET /v1/connections/', count: 1 },
        ],
      },
    ]);
  });

  test('staff end a session that a colleague runs', async () => {
    const { get, id } = await running(await createMember(t));
    const colleague = await t.asStaff(await member());
    expect((await colleague.post(`/v1/cs/support-sessions/${id}/end/`)).statusCode).toBe(200);
    expect((await get('/v1/cases/')).statusCode).toBe(401);
    expect((await colleague.post(`/v1/cs/support-sessions/${id}/end/`)).statusCode).toBe(409);
  });
});
