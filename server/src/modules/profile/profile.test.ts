import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { createCase, createGroup, createUser } from '../../testing/factories.ts';
import { verifyPhone } from '../../testing/phone.ts';
import { auditOf, formOf } from '../../testing/sign-in.ts';
import { openTestApp } from '../../testing/test-app.ts';

const t = await openTestApp();

const FORM = { first_name: 'Ada', last_name: 'Lovelace', role: 'Dental Clinic', country: 'DE' };
const edit = async (user: { id: number }, fields: Record<string, string | Blob> = {}) =>
  (await t.as(user)).put('/v1/user/edit/', formOf({ ...FORM, ...fields }));
const profile = async (user: { id: number }) => (await (await t.as(user)).get('/v1/user/edit/')).json();

describe('the profile change is refused', () => {
  test.each([
    ['first_name', ''],
    ['last_name', ' '],
    ['last_name', 'x'.repeat(101)],
    ['role', 'Owner'],
    ['country', ''],
    ['country', 'ZZ'],
    ['phone', 'none'],
    ['institution', 'x'.repeat(101)],
    ['address', 'line\nbreak'],
    ['picture', 'a text'],
  ])('the profile change is refused when %s is %j', async (field, value) => {
    const user = await createUser(t.services);
    const reply = await edit(user, { [field]: value });
    expect(reply.statusCode).toBe(400);
    expect(reply.json().errors[0]).toMatchObject({ field });
    expect(await profile(user)).toMatchObject({ first_name: 'Ada', last_name: user.last_name });
  });

  test('the profile change is refused for a body that is no form, and for guests', async () => {
    const user = await createUser(t.services);
    expect((await (await t.as(user)).put('/v1/user/edit/', FORM)).statusCode).toBe(415);
    expect((await t.nobody.put('/v1/user/edit/', formOf(FORM))).statusCode).toBe(401);
  });

  test('address, flags and region cannot be changed by the profile', async () => {
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

  test.each(['owner', 'member'])('the role cannot be changed by the %s of a group', async (place) => {
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

  test.each(['author', 'recipient'])('the role cannot be changed by the %s of a case', async (side) => {
    const dentalCase = await createCase(t.services);
    const user = side === 'author' ? dentalCase.author : dentalCase.recipient;
    expect((await profile(user)).role_locked).toBe('case');
    expect((await edit(user, { role: 'Dealer' })).statusCode).toBe(409);
  });
});

describe('the profile', () => {
  test('the role can change while only drafts, invitations or deleted cases exist', async () => {
    const user = await createUser(t.services);
    await createCase(t.services, { author: user, draft: true });
    const deleted = await createCase(t.services, { author: user });
    await t.services.db
      .updateTable('dental_case')
      .set({ author_removed_at: new Date(), recipient_removed_at: new Date() })
      .where('id', '=', deleted.id)
      .execute();
    expect((await profile(user)).role_locked).toBeNull();
    const reply = await edit(user, { role: 'Dental Lab' });
    expect(reply.statusCode, reply.body).toBe(200);
    expect(reply.json().user).toMatchObject({ inst_type_guessed: 'Lab' });
    expect(await auditOf(t, user.id)).toContain('user_changed');
  });

  test('the profile stores its fields', async () => {
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

  test('the profile accepts a verified phone number, for one save', async () => {
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

  test('the profile keeps an unverified number, which can be verified later', async () => {
    const phone = '+49 89 100100';
    const user = await createUser(t.services, { phone });
    expect((await edit(user, { phone: '+49 891 00100', institution: 'Elsewhere' })).statusCode).toBe(200);
    expect(await profile(user)).toMatchObject({ institution: 'Elsewhere', phone_verified: false });
    await verifyPhone(t, phone, { token: (await t.as(user)).token });
    expect((await edit(user, { phone })).statusCode).toBe(200);
    expect(await profile(user)).toMatchObject({ phone, phone_verified: true });
  });
});
