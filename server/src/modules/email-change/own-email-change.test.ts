import { randomUUID } from 'node:crypto';
import type { SecurityState } from '@cusp/contract/security';
import type { StaffUserDetail } from '@cusp/contract/staff-users';
import { expect, test } from 'vitest';
import { createUser } from '../../testing/factories.ts';
import { newestMailTo } from '../../testing/sign-in.ts';
import { type Client, openTestApp } from '../../testing/test-app.ts';

const t = await openTestApp({ work: true });
const stella = await createUser(t.services, { is_staff: true, first_name: 'Stella', last_name: 'Staff' });
const tom = await createUser(t.services, { is_staff: true });
const [staff, other] = [await t.asStaff(stella), await t.asStaff(tom)];

const own = async (client: Client) =>
  (await client.get('/v1/auth/security/')).json<SecurityState>().email_change;

async function begun(user: { id: number }) {
  const path = `/v1/cs/users/${user.id}/email-change/`;
  const email = `fresh-${randomUUID().slice(0, 8)}@new.example`;
  const { id } = (await staff.post(path, { email, reason: 'The practice has a new domain' })).json<{
    id: number;
  }>();
  return { email, approve: () => other.post(`${path}${id}/approve/`) };
}

test('the security page names who asked and most of the address, and from when the new one is enough', async () => {
  const [user, bystander] = [await createUser(t.services), await createUser(t.services)];
  const [client, stranger] = [await t.as(user), await t.as(bystander)];
  expect(await own(client)).toBeNull();
  const { approve } = await begun(user);
  expect(await own(client)).toMatchObject({
    email: 'f•••@new.example',
    requested_by: 'Stella Staff',
    due_at: null,
  });
  expect(await own(stranger)).toBeNull();
  const { due_at } = (await approve()).json<{ due_at: string }>();
  expect((await own(client))?.due_at).toBe(due_at);
});

test('the person refuses there, which everybody who asked or approved learns by mail', async () => {
  const user = await createUser(t.services, { first_name: 'Ada', last_name: 'Lovelace' });
  const [client, stranger] = [await t.as(user), await t.as(await createUser(t.services))];
  await (await begun(user)).approve();
  expect((await stranger.delete('/v1/auth/email-change/')).statusCode).toBe(200);
  expect(await own(client)).not.toBeNull();
  for (const _ of [1, 2]) expect((await client.delete('/v1/auth/email-change/')).statusCode).toBe(200);
  expect(await own(client)).toBeNull();
  const { email_change } = (await staff.get(`/v1/cs/users/${user.id}/`)).json<StaffUserDetail>();
  expect(email_change?.state).toBe('refused');
  for (const { email } of [stella, tom]) {
    const { text } = await newestMailTo(t, email, /address was refused/);
    expect(text).toContain(`The address of Ada Lovelace stays as it is: ${user.email} has refused`);
    expect(text).toContain(`/adm/users/${user.id}`);
  }
});
