import { describe, expect, test } from 'vitest';
import { createConnection, createLabUser, createUser } from '../../testing/factories.ts';
import { formOf } from '../../testing/sign-in.ts';
import { openTestApp } from '../../testing/test-app.ts';

const t = await openTestApp({ config: { otherRegionUrl: 'https://eu.cusp.example' } });

const FORM = { first_name: 'Ada', last_name: 'Lovelace', role: 'Dental Clinic', country: 'DE' };
describe('the storage region', () => {
  const save = async (user: { id: number }, country: string, host: string) =>
    (await t.as(user)).request('PUT', '/v1/user/edit/', formOf({ ...FORM, country }), { host });
  const settingsAfter = async (user: { id: number }, country: string, host: string) =>
    (await save(user, country, host)).json().user.settings;

  test.each([
    ['another region’s country', 'DE', 'cusp.example'],
    ['a brand that is no cloud', 'US', 'verdent.example'],
  ])('the storage region stays open with %s', async (_what, country, host) => {
    const user = await createUser(t.services, { region_set_at: null });
    expect(await settingsAfter(user, country, host)).toMatchObject({
      data_location: 'US',
      data_loc_set: false,
      data_loc_set_date: null,
    });
  });

  test('the storage region is fixed once by a country of this region on a cloud brand', async () => {
    const user = await createUser(t.services, { region_set_at: null });
    const fixed = await settingsAfter(user, 'US', 'arcline.example');
    expect(fixed).toMatchObject({ data_location: 'US', data_loc_set: true });
    expect(await settingsAfter(user, 'KR', 'arcline.example')).toEqual(fixed);
    expect(await settingsAfter(user, 'DE', 'arcline.example')).toEqual(fixed);
  });
});

describe('a completed data migration', () => {
  const DAY = 24 * 3600_000;

  test.each([
    ['is not claimed for an account that got its EU region at sign-up', 'eu', 0, false],
    ['is shown when an older EU account got its region later', 'eu', DAY, true],
    ['is not claimed while the EU region is open', 'eu', null, false],
    ['is not claimed in the US', 'us', DAY, false],
  ] as const)('%s', async (_what, region, after, migrated) => {
    const created_at = new Date(Date.now() - 7 * DAY);
    const region_set_at = after === null ? null : new Date(created_at.getTime() + after);
    const user = await createUser(t.services, { region, region_set_at, created_at });
    const known = (await (await t.as(user)).get('/v1/auth/check/')).json();
    expect(known.user.settings.data_migrated).toBe(migrated);
  });
});

describe('settings', () => {
  test.each([
    [{ use_auto_refresh: 'yes' }],
    [{ _3d_projection: 'isometric' }],
    [{ language: 'xx' }],
    [[]],
    [{ shortcuts: { on: true, keys: { status: 'Strg' } } }],
    [{ shortcuts: { on: true, keys: { fly: 'f' } } }],
  ])('settings are not changed by %j', async (body) => {
    const user = await createUser(t.services);
    expect((await (await t.as(user)).put('/v1/user/settings/', body)).statusCode).toBe(400);
  });

  test('settings cannot move data to another region', async () => {
    const client = await t.as(await createUser(t.services));
    const reply = await client.put('/v1/user/settings/', { data_location: 'EU', data_loc_set: false });
    expect(reply.json()).toMatchObject({ data_location: 'US', data_loc_set: true });
  });

  test('settings change one by one, the others stay', async () => {
    const client = await t.as(await createUser(t.services));
    const before = (await client.get('/v1/auth/check/')).json().user.settings;
    const change = { _3d_projection: 'parallel', comment_add_email: false } as const;
    const reply = await client.put('/v1/user/settings/', change);
    expect(reply.json()).toEqual({ ...before, ...change });
    expect((await client.put('/v1/user/settings/', {})).json()).toEqual({ ...before, ...change });
    expect((await client.get('/v1/auth/check/')).json().user.settings).toEqual({ ...before, ...change });
  });

  test('settings keep the keys of shortcuts', async () => {
    const client = await t.as(await createUser(t.services));
    const shortcuts = { on: false, keys: { status: 'x', dashboard: 'g h' } };
    expect((await client.put('/v1/user/settings/', { shortcuts })).json()).toMatchObject({ shortcuts });
    expect((await client.put('/v1/user/settings/', {})).json()).toMatchObject({ shortcuts });
  });

  test('settings accept the alias of parallel projection', async () => {
    const client = await t.as(await createUser(t.services));
    const reply = await client.put('/v1/user/settings/', { _3d_projection: 'orthographic' });
    expect(reply.json()).toMatchObject({ _3d_projection: 'parallel' });
  });
});

describe('alarms', () => {
  test('alarms count what waits for the person, not their own requests', async () => {
    const [asker, asked] = [await createUser(t.services), await createLabUser(t.services)];
    const { id } = await createConnection(t.services, asker, asked);
    const alarmsOf = async (user: { id: number }) =>
      (await (await t.as(user)).get('/v1/user/alarms/')).json();
    expect(await alarmsOf(asked)).toEqual({ contacts: [], sg_users: [] });
    await t.services.db.updateTable('connection').set({ status: 'REQD' }).where('id', '=', id).execute();
    expect(await alarmsOf(asked)).toEqual({ contacts: [{ id }], sg_users: [] });
    expect(await alarmsOf(asker)).toEqual({ contacts: [], sg_users: [] });
  });
});
