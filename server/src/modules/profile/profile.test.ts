import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  createCase,
  createConnection,
  createGroup,
  createLabUser,
  createUser,
} from '../../testing/factories.ts';
import { verifyPhone } from '../../testing/phone.ts';
import { EXIF, HTML, HTML_AS_JPEG, jpeg, pictureBlob, png } from '../../testing/pictures.ts';
import { auditOf, formOf } from '../../testing/sign-in.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.close());

const FORM = { first_name: 'Ada', last_name: 'Lovelace', role: 'Dental Clinic', country: 'DE' };
const edit = async (user: { id: number }, fields: Record<string, string | Blob> = {}) =>
  (await t.as(user)).put('/v1/user/edit/', formOf({ ...FORM, ...fields }));
const profile = async (user: { id: number }) => (await (await t.as(user)).get('/v1/user/edit/')).json();

describe('the profile is not changed', () => {
  test.each([
    ['first_name', ''],
    ['last_name', ' '],
    ['last_name', 'x'.repeat(101)],
    ['role', 'Owner'],
    ['country', ''],
    ['phone', 'none'],
    ['institution', 'x'.repeat(101)],
    ['address', 'line\nbreak'],
    ['picture', 'a text'],
  ])('when %s is %j', async (field, value) => {
    const user = await createUser(t.services);
    const reply = await edit(user, { [field]: value });
    expect(reply.statusCode).toBe(400);
    expect(reply.json().errors[0]).toMatchObject({ field });
    expect(await profile(user)).toMatchObject({ first_name: 'Ada', last_name: user.last_name });
  });

  test('by a body that is no form, or by nobody', async () => {
    const user = await createUser(t.services);
    expect((await (await t.as(user)).put('/v1/user/edit/', FORM)).statusCode).toBe(415);
    expect((await t.nobody.put('/v1/user/edit/', formOf(FORM))).statusCode).toBe(401);
  });

  test('in its address, its rights or its region', async () => {
    const user = await createUser(t.services);
    const reply = await edit(user, {
      username: 'x@y.example',
      email: 'x@y.example',
      is_staff: 'true',
      region: 'eu',
    });
    expect(reply.statusCode).toBe(200);
    expect(reply.json().user).toMatchObject({ email: user.email, is_staff: false });
    expect(reply.json()).toMatchObject({ user_loc: 'US', server_loc: 'US' });
  });

  test.each(['owner', 'member'])('in its role by the %s of a group', async (place) => {
    const [owner, member] = [await createUser(t.services), await createUser(t.services)];
    await createGroup(t.services, owner, [member]);
    const user = place === 'owner' ? owner : member;
    const reply = await edit(user, { role: 'Dental Lab', institution: 'Elsewhere' });
    expect(reply.statusCode).toBe(409);
    expect(reply.json()).toMatchObject({ code: 'role_locked' });
    expect(await profile(user)).toMatchObject({
      role_locked: 'group',
      role: 'Dental Clinic',
      institution: 'Smile Clinic',
    });
    expect((await edit(user, { institution: 'Elsewhere' })).statusCode).toBe(200);
  });

  test.each(['author', 'recipient'])('in its role by the %s of a case', async (side) => {
    const dentalCase = await createCase(t.services);
    const user = side === 'author' ? dentalCase.author : dentalCase.recipient;
    expect((await profile(user)).role_locked).toBe('case');
    expect((await edit(user, { role: 'Dealer' })).statusCode).toBe(409);
  });
});

describe('the profile', () => {
  test('may change its role while nobody relies on it: a draft, an invitation, a deleted case', async () => {
    const user = await createUser(t.services);
    await createCase(t.services, { author: user, draft: true });
    const deleted = await createCase(t.services, { author: user });
    await t.services.db
      .updateTable('dental_case')
      .set({ deleted_at: new Date() })
      .where('id', '=', deleted.id)
      .execute();
    expect((await profile(user)).role_locked).toBeNull();
    const reply = await edit(user, { role: 'Dental Lab' });
    expect(reply.statusCode, reply.body).toBe(200);
    expect(reply.json().user).toMatchObject({ inst_type_guessed: 'Lab' });
    expect(await auditOf(t, user.id)).toContain('user_changed');
  });

  test('keeps what was typed', async () => {
    const user = await createUser(t.services);
    const typed = {
      first_name: '지은',
      last_name: 'O’Neill',
      institution: 'A & B',
      phone: '+82 2 123 4567',
      address: '서울',
    };
    await verifyPhone(t, typed.phone, { token: (await t.as(user)).token });
    expect((await edit(user, { ...typed, country: 'KR' })).statusCode).toBe(200);
    expect(await profile(user)).toMatchObject({
      ...typed,
      country: 'KR',
      username: user.email,
      phone_verified: true,
    });
  });

  test('takes a new phone number once the person has verified it, and for one save', async () => {
    const [old, phone] = ['+49 89 123456', '+49 89 654321'];
    const user = await createUser(t.services, { phone: old, phone_verified: true });
    const refused = async () => {
      const reply = await edit(user, { phone, institution: 'Elsewhere' });
      expect(reply.statusCode).toBe(400);
      expect(reply.json()).toMatchObject({ code: 'phone_not_verified', errors: [{ field: 'phone' }] });
      expect(await profile(user)).toMatchObject({
        phone: old,
        phone_verified: true,
        institution: 'Smile Clinic',
      });
    };
    await refused();
    const other = await createUser(t.services);
    await verifyPhone(t, phone, { token: (await t.as(other)).token });
    await refused();
    await sql`update phone_code set created_at = created_at - interval '1 minute'`.execute(t.services.db);
    await verifyPhone(t, phone, { token: (await t.as(user)).token });
    expect((await edit(user, { phone: '+49 89 65 43 21' })).statusCode).toBe(200);
    expect(await profile(user)).toMatchObject({ phone: '+49 89 65 43 21', phone_verified: true });
    expect((await edit(user, { phone: old })).json().code).toBe('phone_not_verified');
    expect((await edit(user, { phone: '' })).statusCode).toBe(200);
    expect(await profile(user)).toMatchObject({ phone: '', phone_verified: false });
    expect((await edit(user, { phone })).json().code).toBe('phone_not_verified');
  });

  test('lets a number stay that was never verified, and has it verified later', async () => {
    const phone = '+49 89 100100';
    const user = await createUser(t.services, { phone });
    expect((await edit(user, { phone: '+49 891 00100', institution: 'Elsewhere' })).statusCode).toBe(200);
    expect(await profile(user)).toMatchObject({ institution: 'Elsewhere', phone_verified: false });
    await verifyPhone(t, phone, { token: (await t.as(user)).token });
    expect((await edit(user, { phone })).statusCode).toBe(200);
    expect(await profile(user)).toMatchObject({ phone, phone_verified: true });
  });
});

describe('the storage region', () => {
  const save = async (user: { id: number }, country: string, host: string) =>
    (await t.as(user)).request('PUT', '/v1/user/edit/', formOf({ ...FORM, country }), { host });
  const settingsAfter = async (user: { id: number }, country: string, host: string) =>
    (await save(user, country, host)).json().user.settings;

  test.each([
    ['another region’s country', 'DE', 'cusp.example'],
    ['a brand that is no cloud', 'US', 'verdent.example'],
  ])('stays open with %s', async (_what, country, host) => {
    const user = await createUser(t.services, { region_set_at: null });
    expect(await settingsAfter(user, country, host)).toMatchObject({
      data_location: 'US',
      data_loc_set: false,
      data_loc_set_date: null,
    });
  });

  test('is fixed by a country of this region on a cloud brand, once', async () => {
    const user = await createUser(t.services, { region_set_at: null });
    const fixed = await settingsAfter(user, 'US', 'arcline.example');
    expect(fixed).toMatchObject({ data_location: 'US', data_loc_set: true });
    expect(await settingsAfter(user, 'KR', 'arcline.example')).toEqual(fixed);
    expect(await settingsAfter(user, 'DE', 'arcline.example')).toEqual(fixed);
  });
});

describe('settings', () => {
  test.each([
    [{ use_auto_refresh: 'yes' }],
    [{ _3d_projection: 'orthographic' }],
    [{ language: 'xx' }],
    [[]],
  ])('are not changed by %j', async (body) => {
    const user = await createUser(t.services);
    expect((await (await t.as(user)).put('/v1/user/settings/', body)).statusCode).toBe(400);
  });

  test('cannot move the data to another region', async () => {
    const client = await t.as(await createUser(t.services));
    const reply = await client.put('/v1/user/settings/', { data_location: 'EU', data_loc_set: false });
    expect(reply.json()).toMatchObject({ data_location: 'US', data_loc_set: true });
  });

  test('change one by one, the others stay', async () => {
    const client = await t.as(await createUser(t.services));
    const before = (await client.get('/v1/auth/check/')).json().user.settings;
    const change = { _3d_projection: 'parallel', comment_add_email: false } as const;
    const reply = await client.put('/v1/user/settings/', change);
    expect(reply.json()).toEqual({ ...before, ...change });
    expect((await client.put('/v1/user/settings/', {})).json()).toEqual({ ...before, ...change });
    expect((await client.get('/v1/auth/check/')).json().user.settings).toEqual({ ...before, ...change });
  });
});

describe('alarms', () => {
  test('count what waits for the person, not what they asked for themselves', async () => {
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

describe('a picture', () => {
  const withPicture = async (bytes: Buffer) => {
    const user = await createLabUser(t.services);
    const reply = await edit(user, { role: 'Dental Lab', picture: pictureBlob(bytes) });
    expect(reply.statusCode, reply.body).toBe(200);
    return { ...user, url: String(reply.json().user.picture).replace('/heclore', '') };
  };
  const seenBy = async (user: { id: number }, url: string) => (await (await t.as(user)).get(url)).statusCode;

  test('is shown to nobody but those around its person', async () => {
    const person = await withPicture(png());
    const stranger = await createUser(t.services);
    const refused = await createUser(t.services);
    const rejected = await createConnection(t.services, refused, person);
    await t.services.db
      .updateTable('connection')
      .set({ status: 'REJD' })
      .where('id', '=', rejected.id)
      .execute();
    const declining = await createUser(t.services);
    const declined = await createConnection(t.services, person, declining);
    await t.services.db
      .updateTable('connection')
      .set({ status: 'REJD' })
      .where('id', '=', declined.id)
      .execute();
    const asking = await createUser(t.services);
    const request = await createConnection(t.services, asking, person);
    await t.services.db
      .updateTable('connection')
      .set({ status: 'REQD' })
      .where('id', '=', request.id)
      .execute();
    const draft = await createCase(t.services, { recipient: person, draft: true });
    const staff = await createUser(t.services, { is_staff: true });
    for (const user of [stranger, refused, declining, asking, draft.author, staff])
      expect(await seenBy(user, person.url)).toBe(404);
    expect((await t.nobody.get(person.url)).statusCode).toBe(401);
    expect(await seenBy(stranger, '/v1/user/picture/zz/')).toBe(404);
  });

  test('is shown to the person, the group, connections, who they ask, and the other side of a case', async () => {
    const person = await withPicture(png());
    const mate = await createLabUser(t.services);
    await createGroup(t.services, person, [mate]);
    const connected = await createUser(t.services);
    await createConnection(t.services, connected, person);
    const asked = await createUser(t.services);
    const request = await createConnection(t.services, person, asked);
    await t.services.db
      .updateTable('connection')
      .set({ status: 'REQD' })
      .where('id', '=', request.id)
      .execute();
    const { author } = await createCase(t.services, { recipient: person });
    const viaMate = await createCase(t.services, { recipient: mate });
    const authorMate = await createUser(t.services);
    await createGroup(t.services, author, [authorMate]);
    for (const user of [person, mate, connected, asked, author, viaMate.author, authorMate])
      expect(await seenBy(user, person.url)).toBe(200);
  });

  test('is served as what it is, to be looked at and nothing else', async () => {
    const person = await withPicture(jpeg({ segments: [EXIF] }));
    const reply = await (await t.as(person)).get(person.url);
    expect(reply.rawPayload).toEqual(jpeg());
    expect(reply.headers).toMatchObject({
      'content-type': 'image/jpeg',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringMatching(/default-src 'none'.*sandbox/),
      'cache-control': expect.stringContaining('private'),
    });
  });

  test('stays when the form has none, is replaced, and is removed by an empty field', async () => {
    const person = await withPicture(png());
    const keyOf = async () =>
      (
        await t.services.db
          .selectFrom('app_user')
          .select('picture_key')
          .where('id', '=', person.id)
          .executeTakeFirstOrThrow()
      ).picture_key;
    const first = await keyOf();
    await edit(person, { role: 'Dental Lab' });
    expect(await keyOf()).toBe(first);
    await edit(person, { role: 'Dental Lab', picture: pictureBlob(jpeg()) });
    const second = await keyOf();
    expect(second).not.toBe(first);
    await edit(person, { role: 'Dental Lab', picture: '' });
    expect(await keyOf()).toBeNull();
    expect(await seenBy(person, person.url)).toBe(404);
    const queued = await sql<{ key: string }>`
      select data->>'key' as key from pgboss.job where name = 'delete-bytes' order by created_on
    `.execute(t.services.db);
    expect(queued.rows.map(({ key }) => key)).toEqual([first, second]);
  });

  test('that is too big or none at all leaves everything as it was', async () => {
    const person = await withPicture(png());
    for (const bytes of [png({ width: 30_000, height: 30_000 }), HTML, HTML_AS_JPEG]) {
      const reply = await edit(person, {
        role: 'Dental Lab',
        institution: 'New',
        picture: pictureBlob(bytes, 'image/jpeg'),
      });
      expect(reply.statusCode).toBe(400);
      expect(reply.json().errors[0]).toMatchObject({ field: 'picture' });
    }
    expect((await profile(person)).institution).not.toBe('New');
    expect(await seenBy(person, person.url)).toBe(200);
  });
});
