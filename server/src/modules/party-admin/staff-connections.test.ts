import type { CountedPage } from '@cusp/contract/staff-lists';
import type { StaffConnection, StaffGroup } from '@cusp/contract/staff-parties';
import { describe, expect, test } from 'vitest';
import {
  createCase,
  createConnection,
  createGroup,
  createLabUser,
  createUser,
} from '../../testing/factories.ts';
import { ask, lastEvent, listsOf, mailsTo } from '../../testing/partners.ts';
import { openTestApp } from '../../testing/test-app.ts';

const t = await openTestApp();
const { db } = t.services;
const stella = await createUser(t.services, { is_staff: true, first_name: 'Stella', last_name: 'Staff' });
const staff = await t.asStaff(stella);
const sales = await t.asStaff(await createUser(t.services, { is_sales_manager: true }));

type List = { connections: StaffConnection[]; page: CountedPage };
const list = async (query = '', client = staff) =>
  (await client.get(`/v1/cs/connections/?${query}`)).json<List>();
const search = (text: string) => list(`search=${encodeURIComponent(text)}`);
const ids = ({ connections }: List) => connections.map(({ id }) => id);

const change = (id: number, what: 'designate' | 'release', version: number, client = staff) =>
  client.post(`/v1/cs/connections/${id}/${what}/`, { designation_version: version });

async function connected() {
  const [clinic, lab] = [await createUser(t.services), await createLabUser(t.services)];
  return { clinic, lab, ...(await createConnection(t.services, clinic, lab)) };
}

describe('the list', () => {
  test('the list shows who asked whom, the state and the dates, and never what they wrote', async () => {
    const { clinic, lab, id } = await connected();
    await db
      .updateTable('connection')
      .set({ message: 'About Mrs Quartz', owner_alias: 'Aliasone', user_alias: 'Aliastwo' })
      .where('id', '=', id)
      .execute();
    const reply = await staff.get(`/v1/cs/connections/?search=${lab.email}`);
    expect(reply.json<List>().connections).toMatchObject([
      {
        id,
        owner: { id: clinic.id, email: clinic.email },
        user: { id: lab.id, institution: 'Fine Lab', email: lab.email },
        status: 'ACCD',
        is_designated: false,
        designation_changed_by: '',
        designation_date: null,
      },
    ]);
    for (const word of ['Quartz', 'Aliasone', 'Aliastwo']) {
      expect(reply.body).not.toContain(word);
      expect((await search(word)).connections).toEqual([]);
    }
  });

  test('the list counts every row, and finds people without an account by the address they were invited at', async () => {
    const before = (await list()).page.count;
    const clinic = await createUser(t.services);
    await ask(t, clinic, 'nobody-yet@late.example');
    expect((await list()).page.count - before).toBe(1);
    const found = await search('nobody-yet@late');
    expect(found.connections).toMatchObject([
      { status: 'REQD', owner: { id: clinic.id }, user: { id: null, email: 'nobody-yet@late.example' } },
    ]);
    await (await t.as(clinic)).delete(`/v1/connections/${ids(found)[0]}/remove/`);
    expect((await list()).page.count).toBe(before);
  });

  test('the list is sorted by each column both ways, designated ones apart', async () => {
    await connected();
    await change((await connected()).id, 'designate', 1);
    await ask(t, await createUser(t.services), 'asked@late.example');
    for (const column of ['requested', 'updated', 'state']) {
      const up = ids(await list(`num_per_page=100&sort=${column}+asc`));
      expect(ids(await list(`num_per_page=100&sort=${column}+desc`))).toEqual(up.toReversed());
    }
    const states = (await list('num_per_page=100&sort=state+asc')).connections.map((row) =>
      row.is_designated ? 'DSGN' : row.status,
    );
    expect(states).toEqual(states.toSorted());
    expect([...new Set(states)]).toEqual(['ACCD', 'DSGN', 'REQD']);
  });

  test('sales managers read the list and change nothing', async () => {
    const { id } = await connected();
    expect(ids(await list('', sales))).toContain(id);
    expect((await change(id, 'designate', 1, sales)).statusCode).toBe(403);
    expect((await change(id, 'release', 1, sales)).statusCode).toBe(403);
  });
});

describe('designating', () => {
  test('an unknown connection is not found, and a request that was not accepted gets 409', async () => {
    expect((await change(999_999_999, 'designate', 1)).statusCode).toBe(404);
    const clinic = await createUser(t.services);
    await ask(t, clinic, 'pending@late.example');
    const id = ids(await search('pending@late'))[0] ?? 0;
    const reply = await change(id, 'designate', 1);
    expect([reply.statusCode, reply.json().code]).toEqual([409, 'connection_not_accepted']);
  });

  test('a change made for an older state gets 409 with changed_by', async () => {
    const { id } = await connected();
    const olga = await createUser(t.services, { is_staff: true, first_name: 'Olga', last_name: 'Other' });
    const other = await t.asStaff(olga);
    expect((await change(id, 'designate', 1, other)).statusCode).toBe(200);
    for (const what of ['designate', 'release'] as const) {
      const reply = await change(id, what, 1);
      expect(reply.statusCode).toBe(409);
      expect(reply.json()).toMatchObject({ code: 'conflict', changed_by: 'Olga Other' });
    }
    expect((await change(id, 'release', 2)).json()).toMatchObject({ designation_changed_by: 'Stella Staff' });
  });

  test('when two staff members designate a connection concurrently one is refused; a double click counts once', async () => {
    const { id } = await connected();
    const other = await t.asStaff(await createUser(t.services, { is_staff: true }));
    const both = await Promise.all([change(id, 'designate', 1), change(id, 'designate', 1, other)]);
    expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
    const next = await connected();
    const twice = await Promise.all([change(next.id, 'designate', 1), change(next.id, 'designate', 1)]);
    expect(twice.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    expect((await search(next.lab.email)).connections).toMatchObject([
      { is_designated: true, designation_version: 2 },
    ]);
  });

  test('neither side can remove it until it is released; both see it at once, by event and without mail', async () => {
    const { clinic, lab, id } = await connected();
    const mate = await createUser(t.services);
    await createGroup(t.services, clinic, [mate]);
    const remove = async (person: { id: number }) =>
      (await t.as(person)).delete(`/v1/connections/${id}/remove/`);

    expect((await change(id, 'designate', 1)).json()).toMatchObject({ id, is_designated: true });
    const event = await lastEvent(t, 'contact_modified');
    expect(event?.audience.toSorted()).toEqual([clinic.id, lab.id, mate.id].toSorted());
    expect([await mailsTo(t, clinic.email), await mailsTo(t, lab.email)]).toEqual([[], []]);
    for (const person of [clinic, lab]) {
      expect((await listsOf(t, person)).locked).toMatchObject([{ id }]);
      const reply = await remove(person);
      expect([reply.statusCode, reply.json().code]).toEqual([403, 'connection_designated']);
    }

    expect((await change(id, 'release', 2)).json()).toMatchObject({ is_designated: false });
    expect((await lastEvent(t, 'contact_modified'))?.id).not.toBe(event?.id);
    expect((await listsOf(t, lab)).accepted).toMatchObject([{ id }]);
    const logged = await db
      .selectFrom('audit_log')
      .select(['user_id', 'detail'])
      .where('action', '=', 'connection_changed')
      .where('object_id', '=', id)
      .orderBy('id')
      .execute();
    expect(logged).toEqual([
      { user_id: stella.id, detail: { change: 'designated' } },
      { user_id: stella.id, detail: { change: 'released' } },
    ]);
    expect((await remove(lab)).statusCode).toBe(200);
    expect((await change(id, 'designate', 3)).statusCode).toBe(404);
  });
});

describe('a share group', () => {
  const get = (id: number | string, client = staff) => client.get(`/v1/cs/group/${id}/`);

  test('a share group that does not exist is not found', async () => {
    for (const id of [999_999_999, 'all', '0']) expect((await get(id)).statusCode).toBe(404);
  });

  test('a share group is open to staff only', async () => {
    const owner = await createUser(t.services);
    const { id } = await createGroup(t.services, owner);
    expect((await get(id, sales)).statusCode).toBe(403);
    expect((await get(id, await t.as(owner))).statusCode).toBe(403);
  });

  test('a share group shows owner, members, invitations and how many cases it sees, and the reading is audited', async () => {
    const [owner, mate, lab] = [
      await createUser(t.services),
      await createUser(t.services),
      await createLabUser(t.services),
    ];
    const { id, name } = await createGroup(t.services, owner, [mate]);
    await (await t.as(owner)).post(`/v1/group/${id}/request/0/`, { email: 'invited@late.example' });
    await createCase(t.services, { author: owner, recipient: lab });
    await createCase(t.services, { author: mate, recipient: lab, status: 'COMP' });
    const own = await createCase(t.services, { author: mate, recipient: lab });
    await db
      .updateTable('dental_case')
      .set({ author_removed_at: new Date() })
      .where('id', '=', own.id)
      .execute();
    expect((await get(id)).json<StaffGroup>()).toMatchObject({
      id,
      name,
      owner: { id: owner.id, email: owner.email },
      members: [
        { status: 'ACCD', person: { id: mate.id }, invited_by: { id: owner.id } },
        { status: 'REQD', person: { id: null, email: 'invited@late.example' } },
      ],
      cases: [
        { status: 'OPEN', count: 1 },
        { status: 'COMP', count: 1 },
      ],
    });
    const logged = await db
      .selectFrom('audit_log')
      .select('user_id')
      .where('action', '=', 'sensitive_read')
      .where('object_type', '=', 'group')
      .where('object_id', '=', id)
      .execute();
    expect(logged).toEqual([{ user_id: stella.id }]);
  });
});
