import type { ViewFilters } from '@cusp/contract/case-views';
import { MAX_VIEWS } from '@cusp/contract/case-views.routes';
import { describe, expect, test } from 'vitest';
import { createGroup, createUser } from '../../testing/factories.ts';
import { type Client, openTestApp } from '../../testing/test-app.ts';

const t = await openTestApp();

const FILTERS: ViewFilters = {
  status: ['Open', 'InProgress'],
  unreadCommentsOnly: false,
  due: 'week',
  waits: 'us',
  assignee: 'me',
  restoration: '',
  material: '',
  createDateFrom: '',
  createDateTo: '',
  institution: 'All',
  person: 'All',
  userIds: [],
  orderBy: 'due asc',
};
const view = (more: object = {}) => ({ name: 'Mine', filters: FILTERS, is_shared: false, ...more });
const namesOf = async (client: Client): Promise<string[]> =>
  (await client.get('/v1/user/views/')).json().views.map(({ name }: { name: string }) => name);
const add = async (client: Client, more: object = {}): Promise<number> =>
  (await client.post('/v1/user/views/', view(more))).json().id;

async function team() {
  const [owner, mate] = [await createUser(t.services), await createUser(t.services)];
  await createGroup(t.services, owner, [mate]);
  return { owner, mate, asOwner: await t.as(owner), asMate: await t.as(mate) };
}

describe('refusals', () => {
  test.each([
    ['an empty name', { name: '  ' }],
    ['a name of 61 characters', { name: 'x'.repeat(61) }],
    ['a name with a line break', { name: 'a\nb' }],
    ['an unknown status', { filters: { ...FILTERS, status: ['Lost'] } }],
    ['an unknown order', { filters: { ...FILTERS, orderBy: 'patient asc' } }],
    ['a day that does not exist', { filters: { ...FILTERS, createDateFrom: '2026-02-30' } }],
    ['an assignee that is not an id', { filters: { ...FILTERS, assignee: "1' or 1=1" } }],
    ['201 people', { filters: { ...FILTERS, userIds: Array.from({ length: 201 }, (_, at) => at + 1) } }],
  ])('400 for %s', async (_, more) => {
    const client = await t.as(await createUser(t.services));
    const reply = await client.post('/v1/user/views/', view(more));
    expect([reply.statusCode, reply.json().code]).toEqual([400, 'invalid_input']);
    expect(await namesOf(client)).toEqual([]);
  });

  test('409 for sharing without a group', async () => {
    const client = await t.as(await createUser(t.services));
    expect((await client.post('/v1/user/views/', view({ is_shared: true }))).json().code).toBe(
      'no_group_to_share',
    );
    const id = await add(client);
    expect((await client.put(`/v1/user/views/${id}/`, { is_shared: true })).statusCode).toBe(409);
  });

  test('409 for one view more than the limit, also when two are added at once', async () => {
    const user = await createUser(t.services);
    const client = await t.as(user);
    await t.services.db
      .insertInto('case_view')
      .values(
        Array.from({ length: MAX_VIEWS - 1 }, (_, at) => ({
          owner_id: user.id,
          name: `${at}`,
          filters: JSON.stringify(FILTERS),
          group_id: null,
          position: at,
        })),
      )
      .execute();
    const replies = await Promise.all(
      ['one', 'other'].map((name) => client.post('/v1/user/views/', view({ name }))),
    );
    expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
    expect(await namesOf(client)).toHaveLength(MAX_VIEWS);
  });

  test('a shared view is changed and deleted by its owner only; a private one is 404 for the group', async () => {
    const { asOwner, asMate } = await team();
    const shared = await add(asOwner, { is_shared: true });
    const own = await add(asOwner);
    for (const [id, status] of [
      [shared, 403],
      [own, 404],
    ]) {
      expect((await asMate.put(`/v1/user/views/${id}/`, { name: 'Taken' })).statusCode).toBe(status);
      expect((await asMate.delete(`/v1/user/views/${id}/`)).statusCode).toBe(status);
    }
    expect((await asMate.put('/v1/user/views/order/', { ids: [shared] })).statusCode).toBe(404);
    expect(await namesOf(asOwner)).toEqual(['Mine', 'Mine']);
  });
});

test('the same view saved twice at once, as by a request sent again, is there once', async () => {
  const { asOwner } = await team();
  const again = await Promise.all([false, false, true, true].map((is_shared) => add(asOwner, { is_shared })));
  expect(again[0]).toBe(again[1]);
  expect(again[2]).toBe(again[3]);
  expect(await namesOf(asOwner)).toHaveLength(2);
});

test('views keep their filters, and are renamed, ordered and deleted', async () => {
  const client = await t.as(await createUser(t.services));
  const [first, second, third] = [
    await add(client, { name: 'First' }),
    await add(client, { name: "Second 'quoted'" }),
    await add(client, { name: '세 번째' }),
  ];
  expect((await client.get('/v1/user/views/')).json().views[0]).toMatchObject({
    id: first,
    filters: FILTERS,
    is_mine: true,
    is_shared: false,
  });
  await client.put('/v1/user/views/order/', { ids: [third, first] });
  expect(await namesOf(client)).toEqual(['세 번째', 'First', "Second 'quoted'"]);
  await client.put(`/v1/user/views/${first}/`, { name: 'Renamed', filters: { ...FILTERS, due: 'overdue' } });
  await client.delete(`/v1/user/views/${second}/`);
  expect(await namesOf(client)).toEqual(['세 번째', 'Renamed']);
  expect((await client.get('/v1/user/views/')).json().views[1].filters.due).toBe('overdue');
});

describe('sharing with the group', () => {
  test('colleagues see a shared view after their own, until it is private again', async () => {
    const { owner, asOwner, asMate } = await team();
    const id = await add(asOwner, { name: 'Ours', is_shared: true });
    await add(asMate, { name: 'Own' });
    expect(await namesOf(asMate)).toEqual(['Own', 'Ours']);
    const { views, can_share } = (await asMate.get('/v1/user/views/')).json();
    expect(can_share).toBe(true);
    expect(views[1]).toMatchObject({ is_mine: false, owner: `${owner.first_name} ${owner.last_name}` });
    await asOwner.put(`/v1/user/views/${id}/`, { is_shared: false });
    expect(await namesOf(asMate)).toEqual(['Own']);
  });

  test('changes of a shared view reach the group, those of a private one only its owner', async () => {
    const { owner, mate, asOwner } = await team();
    const audiences = async () => {
      const rows = await t.services.db
        .selectFrom('event')
        .select('audience')
        .where('name', '=', 'views_changed')
        .where('actor_id', '=', owner.id)
        .orderBy('id')
        .execute();
      return rows.map(({ audience }) => (audience.includes(mate.id) ? 'group' : audience));
    };
    const [own, shared] = [await add(asOwner), await add(asOwner, { is_shared: true })];
    await asOwner.put(`/v1/user/views/${own}/`, { name: 'Own' });
    for (const change of [{ name: 'Ours' }, { is_shared: false }, { is_shared: true }])
      await asOwner.put(`/v1/user/views/${shared}/`, change);
    await asOwner.put('/v1/user/views/order/', { ids: [shared, own] });
    for (const id of [shared, own]) await asOwner.delete(`/v1/user/views/${id}/`);
    expect(await audiences()).toEqual([
      [owner.id],
      'group',
      [owner.id],
      ...Array.from({ length: 5 }, () => 'group'),
      [owner.id],
    ]);
  });

  test('when its owner leaves the group the view ends for the others, and stays private in the next group', async () => {
    const { mate, asOwner, asMate } = await team();
    await add(asMate, { name: 'Leaving', is_shared: true });
    expect(await namesOf(asOwner)).toEqual(['Leaving']);
    const row = await t.services.db
      .selectFrom('group_member')
      .select('id')
      .where('user_id', '=', mate.id)
      .executeTakeFirstOrThrow();
    expect((await asMate.delete(`/v1/group/users/${row.id}/remove/`)).statusCode).toBe(200);
    expect(await namesOf(asOwner)).toEqual([]);
    expect((await asMate.get('/v1/user/views/')).json().views[0]).toMatchObject({ is_shared: false });
    const other = await createUser(t.services);
    await createGroup(t.services, other, [mate]);
    expect(await namesOf(await t.as(other))).toEqual([]);
  });

  test('a stranger in no group does not see a shared view', async () => {
    const { asOwner } = await team();
    await add(asOwner, { is_shared: true });
    expect(await namesOf(await t.as(await createUser(t.services)))).toEqual([]);
  });
});
