import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { recipientIds } from './testing/connections.ts';
import { completeFields } from './testing/draft-forms.ts';
import { createConnection, createLabUser, createUser } from './testing/factories.ts';
import { createGuest, leaveFor } from './testing/guests.ts';
import { invitedPair, listsOf, mailsTo, SID } from './testing/partners.ts';
import { ask, createMember, signIn } from './testing/sign-in.ts';
import { openTestApp } from './testing/test-app.ts';

const t = await openTestApp();
const { db } = t.services;
const codeOf = (reply: { json(): { code?: string } }) => reply.json().code;

describe('somebody who moved to the other region', () => {
  test('somebody who moved to the other region cannot sign in here and gets no reset mail, like an unknown address', async () => {
    const person = await createMember(t);
    await leaveFor(t.services, person);
    const refused = await signIn(t, person.email);
    expect([refused.statusCode, codeOf(refused)]).toEqual([401, 'wrong_credentials']);
    const asked = await ask(t, { path: '/v1/reset-password/', body: { email: person.email } });
    expect(asked.statusCode).toBe(200);
    expect(await mailsTo(t, person.email)).toEqual([]);
  });

  test('somebody who moved to the other region is signed out', async () => {
    const person = await createUser(t.services);
    const client = await t.as(person);
    await leaveFor(t.services, person);
    expect((await client.get('/v1/cases/')).statusCode).toBe(401);
    const check = await ask(t, {
      method: 'GET',
      path: '/v1/auth/check/',
      headers: { cookie: `cusp=${client.cookie}` },
    });
    expect(check.statusCode).toBe(401);
  });

  test('somebody who moved to the other region cannot be joined in a group that they owned', async () => {
    const { owner, invited, path } = await invitedPair(t);
    await leaveFor(t.services, owner);
    const reply = await (await t.as(invited)).put(`${path}?srv_loc=${SID}`);
    expect([reply.statusCode, codeOf(reply)]).toEqual([400, 'server_is_wrong']);
  });
});

describe.each(['us', 'eu'] as const)('to people here whose account names %s, a guest', (region) => {
  test('a partner who moved to the other region stays in the list of connections, marked, but is no recipient', async () => {
    const clinic = await createUser(t.services, { region });
    const [guest, lab] = [await createGuest(t.services), await createLabUser(t.services, { region })];
    await createConnection(t.services, clinic, guest);
    await createConnection(t.services, clinic, lab);
    const { accepted } = await listsOf(t, clinic);
    expect(new Map(accepted.map((row) => [row.email, row.in_other_region]))).toEqual(
      new Map([
        [guest.email, true],
        [lab.email, false],
      ]),
    );
    expect(await recipientIds(t, clinic.id)).toEqual([lab.id]);
    const client = await t.as(clinic);
    const { id } = (await client.post('/v1/drafts/', { key: randomUUID() })).json();
    await client.put(`/v1/drafts/${id}/`, completeFields(guest.id));
    expect((await client.post(`/v1/drafts/${id}/send/`, {})).statusCode).toBe(400);
    const sent = await db
      .selectFrom('dental_case')
      .select('published_at')
      .where('author_id', '=', clinic.id)
      .execute();
    expect(sent.filter(({ published_at }) => published_at)).toEqual([]);
  });

  test('a guest is no lab to choose from, and an open request of theirs cannot be agreed to', async () => {
    const clinic = await createUser(t.services, { region });
    const guest = await createGuest(t.services, { role: 'Dental Lab' });
    await db
      .insertInto('lab')
      .values({ user_id: guest.id, name: 'Gus', company_name: 'Guest Lab', country: 'DE', is_active: true })
      .execute();
    const link = await createConnection(t.services, guest, clinic);
    await db.updateTable('connection').set({ status: 'REQD' }).where('id', '=', link.id).execute();
    const client = await t.as(clinic);
    expect((await client.get('/v1/labs/')).body).not.toContain('Guest Lab');
    const body = { email: guest.email, text: 'Yes' };
    const reply = await client.post(`/v1/connections/${link.id}/request/`, body);
    expect([reply.statusCode, codeOf(reply)]).toEqual([400, 'not_same_region']);
  });
});

describe('staff', async () => {
  const staff = await t.asStaff(await createUser(t.services, { is_staff: true }));

  test('guests are neither in the list of users nor in the statistics of staff', async () => {
    const numbers = async () => ({
      users: (await staff.get('/v1/cs/users/')).json().page.count,
      total: (await staff.get('/v1/cs/stats/')).json().totals.users,
      places: (await staff.get('/v1/cs/user-locations/')).json().places.length,
    });
    const before = await numbers();
    const guest = await createGuest(t.services, { last_name: 'Guestovic', country: 'NO' });
    const moved = await leaveFor(t.services, await createUser(t.services, { country: 'NO' }));
    expect(await numbers()).toEqual(before);
    const found = (await staff.get('/v1/cs/users/?search=Guestovic')).json();
    expect(found.users).toEqual([]);
    expect((await staff.get('/v1/cs/user-locations/people/?country=NO')).body).not.toContain(moved.email);
    await db.updateTable('app_user').set({ presence: 'home' }).where('id', '=', guest.id).execute();
    expect((await numbers()).users).toBe(before.users + 1);
  });

  test('staff cannot change or act for a guest', async () => {
    const guest = await createGuest(t.services);
    const replies = [
      await staff.post(`/v1/cs/users/${guest.id}/block/`, { reason: 'A good reason to block', version: 1 }),
      await staff.post(`/v1/cs/users/${guest.id}/email-change/`, {
        email: 'other@cusp.example',
        reason: 'A good reason to change',
      }),
      await staff.get(`/v1/cs/users/${guest.id}/login/`),
    ];
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404]);
  });
});
