import type { TemplateFields } from '@cusp/contract/order-templates';
import { MAX_TEMPLATES } from '@cusp/contract/order-templates.routes';
import { describe, expect, test } from 'vitest';
import { TEMPLATE_FIELDS } from '../../testing/draft-forms.ts';
import { createConnection, createGroup, createUser } from '../../testing/factories.ts';
import { type Client, openTestApp } from '../../testing/test-app.ts';

const t = await openTestApp();

const [CROWN] = TEMPLATE_FIELDS.restorations;
const template = (more: object = {}) => ({
  name: 'Crown',
  fields: TEMPLATE_FIELDS,
  is_shared: false,
  ...more,
});
const listOf = async (client: Client) => (await client.get('/v1/user/templates/')).json();
const namesOf = async (client: Client): Promise<string[]> =>
  (await listOf(client)).templates.map(({ name }: { name: string }) => name);
const add = async (client: Client, more: object = {}): Promise<number> =>
  (await client.post('/v1/user/templates/', template(more))).json().id;

async function team() {
  const [owner, mate] = [await createUser(t.services), await createUser(t.services)];
  await createGroup(t.services, owner, [mate]);
  return { owner, mate, asOwner: await t.as(owner), asMate: await t.as(mate) };
}

describe('refusals', () => {
  test.each([
    ['an empty name', { name: '  ' }],
    ['a name of 61 characters', { name: 'x'.repeat(61) }],
    ['neither restorations nor a note', { fields: { ...TEMPLATE_FIELDS, restorations: [] } }],
    [
      'a tooth that does not exist',
      { fields: { ...TEMPLATE_FIELDS, restorations: [{ ...CROWN, teeth: [19] }] } },
    ],
    [
      '65 restorations',
      { fields: { ...TEMPLATE_FIELDS, restorations: Array.from({ length: 65 }, () => CROWN) } },
    ],
  ])('400 for %s', async (_, more) => {
    const client = await t.as(await createUser(t.services));
    const reply = await client.post('/v1/user/templates/', template(more));
    expect([reply.statusCode, reply.json().code]).toEqual([400, 'invalid_input']);
    expect(await namesOf(client)).toEqual([]);
  });

  test('409 for sharing without a group', async () => {
    const client = await t.as(await createUser(t.services));
    expect((await client.post('/v1/user/templates/', template({ is_shared: true }))).json().code).toBe(
      'no_group_to_share',
    );
    const id = await add(client);
    expect((await client.put(`/v1/user/templates/${id}/`, { is_shared: true })).statusCode).toBe(409);
  });

  test('409 for one template more than the limit, also when two are added at once', async () => {
    const user = await createUser(t.services);
    const client = await t.as(user);
    await t.services.db
      .insertInto('order_template')
      .values(
        Array.from({ length: MAX_TEMPLATES - 1 }, (_, at) => ({
          owner_id: user.id,
          name: `${at}`,
          fields: JSON.stringify(TEMPLATE_FIELDS),
          group_id: null,
        })),
      )
      .execute();
    const replies = await Promise.all(
      ['one', 'other'].map((name) => client.post('/v1/user/templates/', template({ name }))),
    );
    expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
    expect(await namesOf(client)).toHaveLength(MAX_TEMPLATES);
  });

  test('a shared template is changed and deleted by its owner only; a private one is 404 for the group', async () => {
    const { asOwner, asMate } = await team();
    const shared = await add(asOwner, { is_shared: true });
    const own = await add(asOwner);
    for (const [id, status] of [
      [shared, 403],
      [own, 404],
    ]) {
      expect((await asMate.put(`/v1/user/templates/${id}/`, { name: 'Taken' })).statusCode).toBe(status);
      expect((await asMate.delete(`/v1/user/templates/${id}/`)).statusCode).toBe(status);
    }
    expect(await namesOf(asOwner)).toEqual(['Crown', 'Crown']);
  });
});

test('the same template saved twice at once, as by a request sent again, is there once', async () => {
  const { asOwner } = await team();
  const again = await Promise.all([false, false, true, true].map((is_shared) => add(asOwner, { is_shared })));
  expect(again[0]).toBe(again[1]);
  expect(again[2]).toBe(again[3]);
  expect(await namesOf(asOwner)).toHaveLength(2);
});

test('nothing but the order is kept: no patient, no date, no confirmed contradiction', async () => {
  const client = await t.as(await createUser(t.services));
  const more = { patient: { firstname: 'Zoë' }, deliveryDate: '2099-01-31', scansFollow: true };
  const fields = { ...TEMPLATE_FIELDS, ...more, restorations: [{ ...CROWN, meant: ['shade_unusual::Q7'] }] };
  const id = await add(client, { fields });
  const [kept] = (await listOf(client)).templates;
  expect(kept.fields).toEqual(TEMPLATE_FIELDS);
  const row = await t.services.db
    .selectFrom('order_template')
    .select('fields')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  expect(row.fields).toEqual(TEMPLATE_FIELDS);
});

test('templates are listed by name, renamed, replaced and deleted', async () => {
  const client = await t.as(await createUser(t.services));
  const first = await add(client, { name: 'Zirconia' });
  const second = await add(client, { name: "bridge 'long'" });
  await add(client, { name: '세 번째' });
  expect(await namesOf(client)).toEqual(["bridge 'long'", 'Zirconia', '세 번째']);
  const fields: TemplateFields = {
    recipientId: null,
    restorations: [],
    connectorChoices: [],
    note: 'Call first',
  };
  await client.put(`/v1/user/templates/${first}/`, { name: 'Annotated', fields });
  await client.delete(`/v1/user/templates/${second}/`);
  const { templates, can_share } = await listOf(client);
  expect(templates[0]).toMatchObject({ id: first, name: 'Annotated', fields, is_mine: true });
  expect(can_share).toBe(false);
  expect(await namesOf(client)).toEqual(['Annotated', '세 번째']);
});

test('the recipient is kept only while the reader can send to them', async () => {
  const { owner, asOwner, mate, asMate } = await team();
  const [lab, stranger] = [await createUser(t.services), await createUser(t.services)];
  await createConnection(t.services, owner, lab);
  const recipientOf = async (client: Client, name: string) =>
    (await listOf(client)).templates.find((each: { name: string }) => each.name === name).fields.recipientId;
  await add(asOwner, { name: 'Lab', is_shared: true, fields: { ...TEMPLATE_FIELDS, recipientId: lab.id } });
  await add(asOwner, { name: 'Stranger', fields: { ...TEMPLATE_FIELDS, recipientId: stranger.id } });
  expect(await recipientOf(asOwner, 'Lab')).toBe(lab.id);
  expect(await recipientOf(asMate, 'Lab')).toBe(lab.id);
  expect(await recipientOf(asOwner, 'Stranger')).toBeNull();
  await t.services.db.deleteFrom('connection').where('owner_id', 'in', [owner.id, mate.id]).execute();
  expect(await recipientOf(asOwner, 'Lab')).toBeNull();
});

test('changes of a shared template reach the group, those of a private one only its owner', async () => {
  const { owner, mate, asOwner } = await team();
  const [own, shared] = [await add(asOwner), await add(asOwner, { is_shared: true })];
  await asOwner.put(`/v1/user/templates/${own}/`, { name: 'Own' });
  for (const change of [{ name: 'Ours' }, { is_shared: false }, { name: 'Private' }, { is_shared: true }])
    await asOwner.put(`/v1/user/templates/${shared}/`, change);
  for (const id of [shared, own]) await asOwner.delete(`/v1/user/templates/${id}/`);
  const rows = await t.services.db
    .selectFrom('event')
    .select('audience')
    .where('name', '=', 'templates_changed')
    .where('actor_id', '=', owner.id)
    .orderBy('id')
    .execute();
  const [alone, group] = [[owner.id], [owner.id, mate.id].sort((one, other) => one - other)];
  expect(rows.map(({ audience }) => audience.toSorted((one, other) => one - other))).toEqual([
    alone,
    group,
    alone,
    group,
    group,
    alone,
    group,
    group,
    alone,
  ]);
});

test('colleagues see a shared template after their own, until its owner leaves the group', async () => {
  const { mate, asOwner, asMate } = await team();
  await add(asMate, { name: 'Ours', is_shared: true });
  await add(asOwner, { name: 'Zz own' });
  expect(await namesOf(asOwner)).toEqual(['Zz own', 'Ours']);
  const { templates, can_share } = await listOf(asOwner);
  expect(can_share).toBe(true);
  expect(templates[1]).toMatchObject({ is_mine: false, owner: `${mate.first_name} ${mate.last_name}` });
  expect(await namesOf(await t.as(await createUser(t.services)))).toEqual([]);
  const row = await t.services.db
    .selectFrom('group_member')
    .select('id')
    .where('user_id', '=', mate.id)
    .executeTakeFirstOrThrow();
  expect((await asMate.delete(`/v1/group/users/${row.id}/remove/`)).statusCode).toBe(200);
  expect(await namesOf(asOwner)).toEqual(['Zz own']);
  expect((await listOf(asMate)).templates[0]).toMatchObject({ is_shared: false });
  const other = await createUser(t.services);
  await createGroup(t.services, other, [mate]);
  expect(await namesOf(await t.as(other))).toEqual([]);
});
