import { expect, test } from 'vitest';
import { commandOf } from '../../staff.ts';
import { createUser } from '../../testing/factories.ts';
import { createMember } from '../../testing/sign-in.ts';
import { openTestApp } from '../../testing/test-app.ts';
import { addStaff, listStaff, removeStaff } from './appoint-staff.ts';

const t = await openTestApp();

const auditOf = (id: number) =>
  t.services.db
    .selectFrom('audit_log')
    .select(['action', 'detail'])
    .where('object_type', '=', 'user')
    .where('object_id', '=', id)
    .where('action', 'like', 'staff%')
    .orderBy('id')
    .execute();

const flagsOf = async (email: string) =>
  (await listStaff(t.services)).find((listed) => listed.email === email)?.flags;

test('an unknown address, an account without a password and one that is not activated are refused', async () => {
  const before = await listStaff(t.services);
  await expect(addStaff(t.services, 'nobody@cusp.example', 'staff')).rejects.toThrow('no account');
  const social = await createUser(t.services);
  await expect(addStaff(t.services, social.email, 'staff')).rejects.toThrow('no password');
  const waiting = await createMember(t, { activated_at: null });
  await expect(addStaff(t.services, waiting.email, 'staff')).rejects.toThrow('not activated');
  const gone = await createMember(t, { deleted_at: new Date() });
  await expect(addStaff(t.services, gone.email, 'staff')).rejects.toThrow('no account');
  expect(await listStaff(t.services)).toEqual(before);
});

test('flags are given and taken one by one, and each change is audited once', async () => {
  const member = await createMember(t);
  expect(await addStaff(t.services, member.email.toUpperCase(), 'staff')).toBe(true);
  expect(await addStaff(t.services, member.email, 'staff')).toBe(false);
  expect(await addStaff(t.services, member.email, 'device_manager')).toBe(true);
  expect(await flagsOf(member.email)).toEqual(['device_manager', 'staff']);
  expect(await removeStaff(t.services, member.email, 'sales_manager')).toEqual([]);
  expect(await removeStaff(t.services, member.email, 'device_manager')).toEqual(['device_manager']);
  expect(await removeStaff(t.services, member.email)).toEqual(['staff']);
  expect(await flagsOf(member.email)).toBeUndefined();
  expect(await auditOf(member.id)).toEqual([
    { action: 'staff_flag_given', detail: { flag: 'staff' } },
    { action: 'staff_flag_given', detail: { flag: 'device_manager' } },
    { action: 'staff_flag_taken', detail: { flag: 'device_manager' } },
    { action: 'staff_flag_taken', detail: { flag: 'staff' } },
  ]);
});

test('the last flag ends the staff session and leaves the ordinary one', async () => {
  const member = await createMember(t);
  await addStaff(t.services, member.email, 'staff');
  const [staff, ordinary] = [await t.asStaff(member), await t.as(member)];
  expect((await staff.get('/v1/auth/check/?callfrom=adm')).statusCode).toBe(200);
  await removeStaff(t.services, member.email, 'staff');
  await addStaff(t.services, member.email, 'staff');
  expect((await staff.get('/v1/auth/check/?callfrom=adm')).statusCode).toBe(401);
  expect((await ordinary.get('/v1/auth/check/')).statusCode).toBe(200);
});

test.each([
  [[]],
  [['add', 'a@b.example']],
  [['add', 'a@b.example', 'rental_manager']],
  [['add', 'no address', 'staff']],
  [['list', 'a@b.example']],
  [['remove', 'a@b.example', 'staff', 'more']],
])('%j shows how the command is used', (words) => expect(commandOf(words)).toBeNull());
