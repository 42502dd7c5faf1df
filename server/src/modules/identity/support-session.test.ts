import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { inTransaction } from '../../platform/work.ts';
import { eventually } from '../../testing/eventually.ts';
import { createUser } from '../../testing/factories.ts';
import { openLiveSides } from '../../testing/live-lines.ts';
import { ask } from '../../testing/sign-in.ts';
import { type SupportClient, supportClient } from '../../testing/support.ts';
import { eventsOf } from '../../testing/two-sides.ts';
import { stl, upload } from '../../testing/uploads.ts';
import { endOverStreams } from '../live/open-streams.ts';
import { removeStaff } from '../staff/appoint-staff.ts';
import { signAccessToken } from './access-token.ts';
import { endSessions } from './sessions.ts';

const { t, people, newCase, listen } = await openLiveSides();
const { db } = t.services;

const newStaff = () => createUser(t.services, { is_staff: true });
const check = (headers: Record<string, string>, callfrom = 'support') =>
  ask(t, { method: 'GET', path: `/v1/auth/check/?callfrom=${callfrom}`, headers });
const setUser = (id: number, values: Record<string, unknown>) =>
  db.updateTable('app_user').set(values).where('id', '=', id).execute();
const block = (id: number) =>
  setUser(id, { blocked_at: new Date(), blocked_by: people.stranger.id, block_reason: 'Asked to' });
const setSupport = (id: number, values: Record<string, unknown>) =>
  db.updateTable('support_session').set(values).where('id', '=', id).execute();
const NOW = { ip: '', requestId: null };

describe('a support session ends with what it rests on', () => {
  type End = (client: SupportClient, staff: { id: number; email: string }) => Promise<unknown>;
  const ends: [string, End][] = [
    ['the flag is removed', (_, staff) => removeStaff(t.services, staff.email)],
    ['the flag is removed in the database', (_, staff) => setUser(staff.id, { is_staff: false })],
    ['the staff account is deleted', (_, staff) => setUser(staff.id, { deleted_at: new Date() })],
    [
      'the consent is revoked',
      ({ grantId }) =>
        db.updateTable('support_grant').set({ revoked_at: new Date() }).where('id', '=', grantId).execute(),
    ],
    [
      'the consent is over',
      ({ grantId }) =>
        db.updateTable('support_grant').set({ until: sql`now()` }).where('id', '=', grantId).execute(),
    ],
    ['the account is deleted', () => setUser(people.author.id, { deleted_at: new Date() })],
    ['the account is blocked', () => block(people.author.id)],
    ['the staff account is blocked', (_, staff) => block(staff.id)],
    ['the account becomes staff', () => setUser(people.author.id, { is_sales_manager: true })],
    ['its time is over', ({ id }) => setSupport(id, { ends_at: sql`now()` })],
    ['it is ended', ({ id }) => setSupport(id, { ended_at: sql`now()` })],
    [
      'the staff member signs out',
      ({ staffSessionId }) =>
        inTransaction(t.services, NOW, (work) =>
          endSessions(work, { sessionId: staffSessionId }, 'signed out'),
        ),
    ],
    [
      'the customer ends all other sessions',
      () => inTransaction(t.services, NOW, (work) => endSessions(work, { userId: people.author.id }, 'own')),
    ],
  ];

  test.each(ends)(
    'when %s, the next request of the support session gets 401 and its stream closes',
    async (_, end) => {
      const staff = await newStaff();
      const client = await supportClient(t, staff, people.author);
      const stream = await listen(null, { cookie: `cusp-support=${client.cookie}` }, '?callfrom=support');
      expect((await client.get('/v1/cases/')).statusCode).toBe(200);
      await end(client, staff);
      expect((await client.get('/v1/cases/')).statusCode).toBe(401);
      expect((await check({ cookie: `cusp-support=${client.cookie}` })).statusCode).toBe(401);
      await endOverStreams(t.services, 'support');
      await eventually(() => expect(stream.isOver).toBe(true));
      expect(stream.text).toContain('session_ended');
    },
  );

  test('the server looks for ended sessions by itself', async () => {
    const client = await supportClient(t, await newStaff(), people.author);
    const stream = await listen(null, { cookie: `cusp-support=${client.cookie}` }, '?callfrom=support');
    await setSupport(client.id, { ends_at: sql`now()` });
    await eventually(() => expect(stream.isOver).toBe(true));
  });
});

describe('the token and the cookie of a support session', () => {
  test('the token names both people, and neither can be exchanged', async () => {
    const staff = await newStaff();
    const client = await supportClient(t, staff, people.author);
    const claims = JSON.parse(Buffer.from(client.token.split('.')[1] ?? '', 'base64url').toString());
    expect(claims).toMatchObject({ sub: String(people.author.id), act: { sub: String(staff.id) } });
    const { secret } = t.services;
    const forged = [
      signAccessToken(people.recipient.id, client.sessionId, secret),
      signAccessToken(people.author.id, client.sessionId, secret),
      signAccessToken(people.author.id, client.staffSessionId, secret),
      signAccessToken(people.author.id, client.sessionId, secret, {
        staffId: people.partner.id,
        endsAt: new Date(Date.now() + 60_000),
      }),
    ];
    for (const token of forged) {
      const headers = { authorization: `Bearer ${await token}` };
      expect((await check(headers)).statusCode).toBe(401);
    }
  });

  test('the token ends with the session', async () => {
    const client = await supportClient(t, await newStaff(), people.author);
    const { access } = (await client.get('/v1/auth/check/?callfrom=support')).json();
    const { exp, iat } = JSON.parse(Buffer.from(access.split('.')[1], 'base64url').toString());
    expect(exp - iat).toBeLessThanOrEqual(30 * 60);
  });

  test('a support tab never falls back to another session of the browser', async () => {
    const own = { cookie: `cusp=${(await t.as(people.partner)).cookie}` };
    expect((await check(own)).statusCode).toBe(401);
    const staff = await newStaff();
    const client = await supportClient(t, staff, people.author);
    const both = { cookie: `${own.cookie}; cusp-support=${client.cookie}` };
    expect((await check(both)).json()).toMatchObject({
      user: { id: people.author.id },
      support: { staff: `${staff.first_name} ${staff.last_name}`, mode: 'read', sees_patients: false },
    });
    expect((await check(both, 'login')).json().user.id).toBe(people.partner.id);
    for (const name of ['cusp', 'cusp-staff']) {
      const renamed = { cookie: `${name}=${client.cookie}` };
      const reply = await ask(t, { method: 'GET', path: '/v1/auth/sessions/', headers: renamed });
      expect(reply.statusCode).toBe(401);
    }
  });

  test('the token of a support session is not refreshed', async () => {
    const client = await supportClient(t, await newStaff(), people.author);
    for (const callfrom of ['support', 'login', 'adm']) {
      const names = { support: 'cusp-support', login: 'cusp', adm: 'cusp-staff' } as const;
      const cookie = `${names[callfrom as keyof typeof names]}=${client.cookie}`;
      const reply = await ask(t, {
        path: `/v1/auth/refresh/?callfrom=${callfrom}`,
        headers: { cookie, 'action-id': 'tab-1' },
      });
      expect(reply.statusCode, callfrom).toBe(401);
    }
    expect((await client.get('/v1/cases/')).statusCode).toBe(200);
  });

  test('End ends it and marks it as ended', async () => {
    const client = await supportClient(t, await newStaff(), people.author);
    const reply = await ask(t, {
      path: '/v1/auth/logout/?callfrom=support',
      headers: { cookie: `cusp-support=${client.cookie}`, 'action-id': 'tab-1' },
    });
    expect(reply.statusCode).toBe(200);
    expect((await client.get('/v1/cases/')).statusCode).toBe(401);
    const row = await db
      .selectFrom('support_session')
      .select(['ended_at', 'end_reason'])
      .where('id', '=', client.id)
      .executeTakeFirstOrThrow();
    expect(row).toMatchObject({ ended_at: expect.any(Date), end_reason: 'signed out' });
  });

  test('a support session is not among the customer’s own sessions', async () => {
    const client = await supportClient(t, await newStaff(), people.author);
    const { sessions } = (await (await t.as(people.author)).get('/v1/auth/sessions/')).json();
    expect(sessions.map(({ id }: { id: string }) => id)).not.toContain(client.sessionId);
  });
});

describe('what support does', () => {
  test('a read-only session changes nothing, and reading leaves the customer’s marks as they are', async () => {
    const { id } = await newCase();
    await (await t.as(people.recipient)).post(`/v1/cases/${id}/comment/`, { comment: 'Please look' });
    const client = await supportClient(t, await newStaff(), people.author);
    const unread = async () => {
      const reply = await (await t.as(people.author)).get(`/v1/cases/${id}/comments/`);
      return reply.json().comments[0].is_unread;
    };
    for (const path of ['all', 'comments', 'files', 'history', 'people', 'content'])
      expect((await client.get(`/v1/cases/${id}/${path}/`)).statusCode, path).toBe(200);
    expect(await unread()).toBe(true);
    const { comments } = (await client.get(`/v1/cases/${id}/comments/`)).json();
    const closed = [
      client.post(`/v1/cases/${id}/opened/`),
      client.post(`/v1/cases/${id}/comments/seen/`, { commentIds: [comments[0].id] }),
      client.put(`/v1/cases/${id}/presence/`, { visit: crypto.randomUUID(), typing: true }),
      client.post(`/v1/cases/${id}/comment/`, { comment: 'As the customer' }),
      client.put('/v1/user/settings/', { use_auto_refresh: true }),
      client.get(`/v1/files/uri/?ids=${id}`),
    ];
    for (const reply of await Promise.all(closed))
      expect([reply.statusCode, reply.json().code]).toEqual([403, 'closed_to_support']);
    expect(await unread()).toBe(true);
    expect(await db.selectFrom('case_visit').selectAll().execute()).toEqual([]);
  });

  test('the history names support for the person, apart from the person’s own acts', async () => {
    const { id } = await newCase();
    const own = await t.as(people.author);
    const file = (await upload(own, id, stl(1), 'upper.stl')).json().id;
    const staff = await newStaff();
    const client = await supportClient(t, staff, people.author, { mode: 'write' });
    await own.get(`/v1/cases/${id}/all/`);
    await client.get(`/v1/cases/${id}/all/`);
    const body = { scan: { role: 'antagonist', jaw: 'lower', tooth: null } };
    const reply = await client.put(`/v1/files/${file}/scan/`, body);
    expect(reply.statusCode, reply.body).toBe(200);
    const event = (await eventsOf(t, id)).find(({ name }) => name === 'file_classified');
    expect(event).toMatchObject({ actor_id: people.author.id, acting_for: staff.id });
    await eventually(async () => {
      const { entries } = (await (await t.as(people.recipient)).get(`/v1/cases/${id}/history/`)).json();
      const listed = entries.map((entry: { action: string; by_support: boolean; person: { id: number } }) =>
        [entry.action, entry.by_support, entry.person.id].join(' '),
      );
      expect(listed).toEqual(
        expect.arrayContaining([
          `file_classified true ${people.author.id}`,
          `opened true ${people.author.id}`,
          `opened false ${people.author.id}`,
        ]),
      );
    });
  });

  test('every call is in the audit log with both people, before it is answered', async () => {
    const staff = await newStaff();
    const client = await supportClient(t, staff, people.author);
    await client.get('/v1/connections/');
    const rows = await db
      .selectFrom('audit_log')
      .select(['user_id', 'acting_for', 'action', 'detail'])
      .where('session_id', '=', client.sessionId)
      .execute();
    expect(rows).toEqual([
      {
        user_id: people.author.id,
        acting_for: staff.id,
        action: 'support_call',
        detail: { call: 'GET /v1/connections/' },
      },
    ]);
  });
});
