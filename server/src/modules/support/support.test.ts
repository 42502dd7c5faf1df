import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { ask, createMember, newestMailTo } from '../../testing/sign-in.ts';
import { codeAt, proof, REQUEST, supportSteps, tokenOf } from '../../testing/support-steps.ts';
import { openTestApp } from '../../testing/test-app.ts';

const t = await openTestApp({ config: { demo: true }, work: true });
const { db } = t.services;
const { member, askFor, optionsOf, consent, begin, running } = supportSteps(t);

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

  test('when a person begins several support sessions concurrently only one runs', async () => {
    const staff = await member();
    const links = [];
    for (let more = 0; more < 4; more++) {
      const subject = await createMember(t);
      await consent(subject);
      links.push((await askFor(staff, subject)).json().link);
    }
    const { cookie } = await t.asStaff(staff);
    const replies = await Promise.all(links.map((link) => begin(tokenOf(link), cookie)));
    const states = await Promise.all(
      replies.map(async (reply) => {
        const headers = { authorization: `Bearer ${reply.json().access}` };
        return (await ask(t, { method: 'GET', path: '/v1/cases/', headers })).statusCode;
      }),
    );
    expect(states.sort()).toEqual([200, 401, 401, 401]);
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

  test('the customer ends a session, but not one in another account', async () => {
    const subject = await createMember(t);
    const { get, id } = await running(subject);
    expect((await (await t.as(await createMember(t))).delete(`/v1/user/support/${id}/`)).statusCode).toBe(
      404,
    );
    expect((await get('/v1/cases/')).statusCode).toBe(200);
    expect((await (await t.as(subject)).delete(`/v1/user/support/${id}/`)).statusCode).toBe(200);
    expect((await get('/v1/cases/')).statusCode).toBe(401);
  });

  test('the customer reads who looked, when, why and at what, and support does not read that page', async () => {
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
