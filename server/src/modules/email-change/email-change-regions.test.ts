import { randomUUID } from 'node:crypto';
import type { StaffUserDetail } from '@cusp/contract/staff-users';
import { expect, test } from 'vitest';
import { eventually } from '../../testing/eventually.ts';
import { createConnection, createUser } from '../../testing/factories.ts';
import { admitGuest } from '../../testing/guests.ts';
import { listsOf } from '../../testing/partners.ts';
import { openTwoRegions, peerAt } from '../../testing/regions.ts';
import { linkIn, newestMailTo } from '../../testing/sign-in.ts';
import { openAppForTest, type TestApp } from '../../testing/test-app.ts';
import { tidyEmailChanges } from './tidy-email-changes.ts';

const { us, eu } = await openTwoRegions({ work: true });
const staffAt = async (t: TestApp) => t.asStaff(await createUser(t.services, { is_staff: true }));
const staff = await staffAt(us);
const fresh = () => `fresh-${randomUUID().slice(0, 8)}@new.example`;
const REASON = 'The practice has a new domain';
const codeOf = (reply: { statusCode: number; json(): { code?: string } }) => [
  reply.statusCode,
  reply.json().code,
];
const askFor = (user: { id: number }, email: string, client = staff) =>
  client.post(`/v1/cs/users/${user.id}/email-change/`, { email, reason: REASON });
const shown = async ({ id }: { id: number }) =>
  (await staff.get(`/v1/cs/users/${id}/`)).json<StaffUserDetail>();
const answer = async (to: string, subject: RegExp) => {
  const [, token] = linkIn(await newestMailTo(us, to, subject), /\/email-change\/([\w-]{43})/);
  return us.nobody.post('/v1/auth/email-change/', { token, agrees: true });
};

/** A person of the US region whose change waits for the agreement of the old address only. */
async function halfAgreed(person: { id?: number } = {}) {
  const [user, email] = [await createUser(us.services, person), fresh()];
  expect((await askFor(user, email)).statusCode).toBe(200);
  await answer(email, /Confirm your new address/);
  return { user, email, agree: () => answer(user.email, /A new email address/) };
}

test('an address of somebody in the other region is refused, and one of nobody is not', async () => {
  const [user, there] = [await createUser(us.services), await createUser(eu.services, { region: 'eu' })];
  expect(codeOf(await askFor(user, there.email))).toEqual([400, 'email_taken']);
  expect(codeOf(await askFor(user, there.email.toUpperCase()))).toEqual([400, 'email_taken']);
  expect((await shown(user)).email_change).toBeNull();
  expect((await askFor(user, fresh())).statusCode).toBe(200);
});

test('no change of an address can be requested while the other region is unreachable', async () => {
  const url = 'http://127.0.0.1:9';
  const lone = await openAppForTest({ config: { otherRegionUrl: url, peer: peerAt(url, 'us') } });
  const user = await createUser(lone.services);
  expect(codeOf(await askFor(user, fresh(), await staffAt(lone)))).toEqual([503, 'region_unreachable']);
  expect(await lone.services.db.selectFrom('email_change').selectAll().execute()).toEqual([]);
});

test('an address that somebody of the other region took meanwhile ends the change', async () => {
  const { user, email, agree } = await halfAgreed();
  await createUser(eu.services, { region: 'eu', email, email_key: email });
  expect(codeOf(await agree())).toEqual([400, 'email_taken']);
  const { email_change, ...after } = await shown(user);
  expect([email_change?.state, after.email]).toEqual(['taken', user.email]);
});

test('a change to which both agreed while the other region was away takes place when it is back', async () => {
  const { user, email, agree } = await halfAgreed();
  const { peer } = us.services.config;
  Object.assign(us.services.config, { peer: peerAt('http://127.0.0.1:9', 'us') });
  expect((await agree()).json()).toEqual({ state: 'waiting' });
  await tidyEmailChanges(us.services);
  expect((await shown(user)).email).toBe(user.email);
  Object.assign(us.services.config, { peer });
  await tidyEmailChanges(us.services);
  expect((await shown(user)).email).toBe(email);
  expect((await agree()).json()).toEqual({ state: 'done' });
});

test('a partner in the other region who asks the former address reaches its next owner', async () => {
  // The databases of tests generate the same ids, so people with rows in both get ids beyond that range.
  const { user, email, agree } = await halfAgreed({ id: 3_000_000 });
  const partner = await createUser(eu.services, { region: 'eu', id: 3_000_016 });
  await createConnection(eu.services, partner, await admitGuest(eu.services, user));
  await createConnection(us.services, await admitGuest(us.services, partner), user);
  expect((await agree()).json()).toEqual({ state: 'done' });
  const emails = async (of: 'accepted' | 'pending') =>
    (await listsOf(eu, partner))[of].map((each) => each.email);
  await eventually(async () => expect(await emails('accepted')).toEqual([email]));
  await createUser(eu.services, { region: 'eu', email: user.email, email_key: user.email });
  const ask = async (to: string) =>
    (await eu.as(partner)).post('/v1/connections/0/request/', { email: to, alias: '', text: 'Hello' });
  expect((await ask(user.email)).json()).toEqual({ detail: 'request email sent' });
  expect(codeOf(await ask(email))).toEqual([400, 'not_same_region']);
  expect(await emails('pending')).toEqual([user.email]);
});
