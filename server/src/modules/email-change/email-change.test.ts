import { randomUUID } from 'node:crypto';
import type { StaffUserDetail } from '@cusp/contract/staff-users';
import { describe, expect, test } from 'vitest';
import { reportText } from '../../breach-report.ts';
import { createCase, createConnection, createUser } from '../../testing/factories.ts';
import { ask } from '../../testing/partners.ts';
import { createMember, linkIn, newestMailTo, signIn } from '../../testing/sign-in.ts';
import { outcomeOf } from '../../testing/step-resets.ts';
import { openTestApp } from '../../testing/test-app.ts';
import { breachReport } from '../privacy/breach-report.ts';
import { tidyEmailChanges } from './tidy-email-changes.ts';

const t = await openTestApp({ work: true });
const { db } = t.services;
const stella = await createUser(t.services, { is_staff: true, first_name: 'Stella', last_name: 'Staff' });
const tom = await createUser(t.services, { is_staff: true, first_name: 'Tom', last_name: 'Second' });
const [staff, other] = [await t.asStaff(stella), await t.asStaff(tom)];

type User = { id: number; email: string };
const REASON = 'The practice has a new domain';
const path = ({ id }: { id: number }, more = '') => `/v1/cs/users/${id}/email-change/${more}`;
const fresh = () => `fresh-${randomUUID().slice(0, 8)}@cusp.example`;
const askFor = (user: { id: number }, email = fresh(), client = staff) =>
  client.post(path(user), { email, reason: REASON });
const answer = (token: string, agrees = true) => t.nobody.post('/v1/auth/email-change/', { token, agrees });
const detail = async ({ id }: { id: number }) =>
  (await staff.get(`/v1/cs/users/${id}/`)).json<StaffUserDetail>();
const stateOf = async (user: User) => (await detail(user)).email_change?.state;
const OLD_SUBJECT = /A new email address/;
const tokenOf = async (to: string, subject: RegExp) =>
  linkIn(await newestMailTo(t, to, subject), /\/email-change\/([\w-]{43})/)[1] ?? '';

/** A change that was asked for: its id, the new address, and the tokens of both mails. */
async function begun(user: User, email = fresh()) {
  const reply = await askFor(user, email);
  expect(reply.statusCode, reply.body).toBe(200);
  const { id } = reply.json<{ id: number }>();
  return {
    id,
    email,
    old: await tokenOf(user.email, OLD_SUBJECT),
    fresh: await tokenOf(email, /Confirm your new address/),
  };
}
const set = (user: User, values: object) =>
  db.updateTable('email_change').set(values).where('user_id', '=', user.id).execute();
const past = () => new Date(Date.now() - 1000);

describe('asking is refused', () => {
  test('asking is refused for oneself, staff, unknown ids, wrong input, taken addresses and accounts that are not active', async () => {
    const user = await createUser(t.services);
    expect(outcomeOf(await askFor(stella))).toEqual([409, 'account_is_yours']);
    expect(outcomeOf(await askFor(tom))).toEqual([409, 'account_is_staff']);
    expect((await askFor({ id: 999_999_999 })).statusCode).toBe(404);
    expect(outcomeOf(await askFor(user, 'nobody'))).toEqual([400, 'invalid_input']);
    const newcomer = await createUser(t.services, { activated_at: null });
    for (const taken of [user.email, user.email.toUpperCase(), newcomer.email])
      expect(outcomeOf(await askFor(user, taken)), taken).toEqual([400, 'email_taken']);
    expect(outcomeOf(await askFor(newcomer))).toEqual([409, 'email_change_impossible']);
    const blocked = await createUser(t.services, { blocked_at: new Date(), blocked_by: stella.id });
    expect(outcomeOf(await askFor(blocked))).toEqual([409, 'email_change_impossible']);
  });

  test('a second change of the address cannot be requested, also by two staff members concurrently', async () => {
    const user = await createUser(t.services);
    const replies = await Promise.all([askFor(user), askFor(user, fresh(), other)]);
    expect(replies.map(outcomeOf).sort()).toEqual([
      [200, undefined],
      [409, 'email_change_open'],
    ]);
  });
});

test('an address changes when both have agreed, which ends sessions and old links', async () => {
  const user = await createMember(t);
  const client = await t.as(user);
  await t.nobody.post('/v1/reset-password/', { email: user.email });
  const reset = linkIn(await newestMailTo(t, user.email, /Reset/), /\/password-reset\/([\w-]{43})/)[1];
  await db
    .insertInto('social_identity')
    .values({ user_id: user.id, provider: 'google', subject: randomUUID() })
    .execute();
  const { email, ...tokens } = await begun(user);
  for (const wrong of ['', 'x', tokens.old.toUpperCase()])
    expect(outcomeOf(await answer(wrong))).toEqual([400, 'token_expired']);
  expect((await answer(tokens.fresh)).json()).toEqual({ state: 'waiting' });
  expect((await answer(tokens.fresh)).json()).toEqual({ state: 'waiting' });
  expect((await signIn(t, user.email)).statusCode).toBe(200);
  const replies = await Promise.all([answer(tokens.old), answer(tokens.old)]);
  expect(replies.map((reply) => reply.json())).toEqual([{ state: 'done' }, { state: 'done' }]);

  expect((await client.get('/v1/auth/check/')).statusCode).toBe(401);
  expect((await signIn(t, user.email)).statusCode).toBe(401);
  expect((await signIn(t, email)).statusCode).toBe(200);
  const stale = await t.nobody.post('/reset_password/confirm/', {
    token: reset,
    password: 'seven quiet incisors',
  });
  expect(outcomeOf(stale)).toEqual([400, 'token_expired']);
  for (const to of [user.email, email]) await newestMailTo(t, to, /address .* was changed/);
  const { sign_in, log, email_change } = await detail(user);
  expect([sign_in.social, email_change?.state]).toEqual([[], 'done']);
  expect(log).toMatchObject([
    { action: 'email_change_done', by: null, reason: user.email },
    { action: 'email_change_asked', by: 'Stella Staff', reason: REASON },
  ]);
  expect(outcomeOf(await answer(tokens.old, false))).toEqual([409, 'email_change_done']);
});

test('a breach report by a former address finds who had it, and who has it now', async () => {
  const user = await createUser(t.services);
  const { no } = await createCase(t.services, { author: user });
  const reader = await t.as(user);
  expect((await reader.get('/v1/cases/')).statusCode).toBe(200);
  await t.app.readLog.settled();
  const addresses = [user.email];
  for (let change = 0; change < 2; change += 1) {
    const { email, ...tokens } = await begun({ id: user.id, email: addresses.at(-1) ?? '' });
    await answer(tokens.old);
    await answer(tokens.fresh);
    addresses.push(email);
  }
  const [first = '', second = '', third = ''] = addresses;
  for (const account of [first.toUpperCase(), second]) {
    const report = await breachReport(t.services, { account });
    expect(report.former, account).toEqual([{ id: user.id, email: third, until: expect.any(String) }]);
    expect(report.practices[0]?.cases.map((each) => each.no)).toEqual([no]);
    const text = reportText(report).join('\n');
    expect(text).toContain(`until ${report.former[0]?.until}`);
    expect(text).toContain(third);
  }
  // The address is free again, and another person takes it.
  const next = await createUser(t.services, { email: first });
  expect((await breachReport(t.services, { account: third })).former).toEqual([]);
  const report = await breachReport(t.services, { account: first });
  expect(report.former.map(({ id }) => id)).toEqual([user.id]);
  expect(report.accounts.map(({ id }) => id)).toEqual([user.id]);
  await createCase(t.services, { author: next });
  await (await t.as(next)).get('/v1/cases/');
  await t.app.readLog.settled();
  expect((await breachReport(t.services, { account: first })).accounts.map(({ id }) => id)).toEqual([
    user.id,
    next.id,
  ]);
});

test('somebody without a password chooses one by the mail to the new address, or asks for it later', async () => {
  const user = await createUser(t.services);
  const { email, ...tokens } = await begun(user);
  await answer(tokens.old);
  await answer(tokens.fresh);
  const { text } = await newestMailTo(t, email, /was changed/);
  expect(text).toMatch(/\/password-reset\/[\w-]{43}/);
  expect((await newestMailTo(t, user.email, /was changed/)).text).not.toContain('/password-reset/');
  await t.nobody.post('/v1/reset-password/', { email });
  await newestMailTo(t, email, /Reset/);
});

test('connections and invitations follow the person to the new address', async () => {
  const [user, partner, asker] = await Promise.all([1, 2, 3].map(() => createUser(t.services)));
  if (!user || !partner || !asker) throw new Error('three people');
  await createConnection(t.services, user, partner);
  const email = fresh();
  for (const each of [partner, asker, user]) await ask(t, each, email);
  const tokens = await begun(user, email);
  await answer(tokens.old);
  expect((await answer(tokens.fresh)).json()).toEqual({ state: 'done' });
  const rows = await db
    .selectFrom('connection')
    .select(['owner_id', 'user_id', 'pair_key', 'status'])
    .where((row) => row.or([row('owner_id', '=', user.id), row('user_id', '=', user.id)]))
    .orderBy('id')
    .execute();
  expect(rows[0]).toEqual({
    owner_id: user.id,
    user_id: partner.id,
    pair_key: [email, partner.email].sort().join(' '),
    status: 'ACCD',
  });
  expect(rows.slice(1).every(({ owner_id, user_id }) => owner_id === asker.id && user_id === user.id)).toBe(
    true,
  );
});

describe('a change is refused', () => {
  test.each(['old', 'fresh'] as const)(
    'a change of the address is refused for good by the %s address',
    async (side) => {
      const user = await createUser(t.services);
      const { email, ...tokens } = await begun(user);
      await answer(tokens[side === 'old' ? 'fresh' : 'old']);
      expect((await answer(tokens[side], false)).json()).toEqual({ state: 'refused' });
      expect((await answer(tokens[side], false)).json()).toEqual({ state: 'refused' });
      expect(outcomeOf(await answer(tokens[side]))).toEqual([400, 'token_expired']);
      expect([await stateOf(user), (await detail(user)).email]).toEqual(['refused', user.email]);
      const refused = side === 'old' ? user.email : email;
      expect((await detail(user)).log[0]).toMatchObject({ action: 'email_change_refused', reason: refused });
      expect((await newestMailTo(t, stella.email, /address was refused/)).text).toContain(`${refused} has`);
      expect((await askFor(user, email)).statusCode).toBe(200);
    },
  );

  test('a change is refused by staff, by a block and when the links expire', async () => {
    const [stopped, blocked, late] = await Promise.all([1, 2, 3].map(() => createUser(t.services)));
    if (!stopped || !blocked || !late) throw new Error('three people');
    const { id, ...tokens } = await begun(stopped);
    expect((await other.delete(path(stopped, `${id}/`))).statusCode).toBe(200);
    expect(outcomeOf(await other.delete(path(stopped, `${id}/`)))).toEqual([409, 'support_not_waiting']);
    expect(outcomeOf(await answer(tokens.old))).toEqual([400, 'token_expired']);
    await begun(blocked);
    await staff.post(`/v1/cs/users/${blocked.id}/block/`, { reason: REASON, version: 1 });
    const links = await begun(late);
    await set(late, { expires_at: past() });
    expect(outcomeOf(await answer(links.old))).toEqual([400, 'token_expired']);
    await tidyEmailChanges(t.services);
    const states = await Promise.all([stopped, blocked, late].map(stateOf));
    expect(states).toEqual(['stopped', 'impossible', 'expired']);
  });
});

describe('of two who want one address', () => {
  test('a person who signs up with the new address before the change keeps it', async () => {
    const user = await createUser(t.services);
    const { email, ...tokens } = await begun(user);
    await createUser(t.services, { email, activated_at: null });
    await answer(tokens.old);
    expect(outcomeOf(await answer(tokens.fresh))).toEqual([400, 'email_taken']);
    expect([await stateOf(user), (await detail(user)).email]).toEqual(['taken', user.email]);
  });

  test('of two changes to one address that are completed concurrently, one succeeds', async () => {
    const [one, two] = [await createUser(t.services), await createUser(t.services)];
    const email = fresh();
    const first = await begun(one, email);
    expect((await askFor(two, email)).statusCode).toBe(200);
    const second = await tokenOf(two.email, OLD_SUBJECT);
    await answer(first.fresh);
    await set(two, { new_agreed_at: new Date() });
    const replies = await Promise.all([answer(first.old), answer(second)]);
    expect(replies.map(outcomeOf).sort()).toEqual([
      [200, undefined],
      [400, 'email_taken'],
    ]);
    const states = [await stateOf(one), await stateOf(two)];
    expect(states.sort()).toEqual(['done', 'taken']);
  });
});

describe('a lost old mailbox', () => {
  const approve = (user: User, id: number, client = other) => client.post(path(user, `${id}/approve/`));

  test('a lost old mailbox is approved by a colleague only, and once', async () => {
    const user = await createUser(t.services);
    const { id } = await begun(user);
    expect(outcomeOf(await approve(user, id, staff))).toEqual([403, 'support_own_request']);
    expect((await approve(user, id + 16_000)).statusCode).toBe(404);
    expect((await approve(user, id)).statusCode).toBe(200);
    expect(outcomeOf(await approve(user, id))).toEqual([409, 'support_not_waiting']);
    expect((await detail(user)).email_change).toMatchObject({ state: 'approved', approved_by: 'Tom Second' });
  });

  test('a lost old mailbox needs the new address and the time; then the address changes', async () => {
    const user = await createUser(t.services);
    const { id, email, ...tokens } = await begun(user);
    await approve(user, id);
    expect((await answer(tokens.fresh)).json()).toEqual({ state: 'waiting' });
    await tidyEmailChanges(t.services);
    expect((await detail(user)).email).toBe(user.email);
    await set(user, { due_at: past() });
    await Promise.all([tidyEmailChanges(t.services), tidyEmailChanges(t.services)]);
    expect([await stateOf(user), (await detail(user)).email]).toEqual(['done', email]);
  });

  test('a lost old mailbox does nothing without the new address, which can agree later', async () => {
    const user = await createUser(t.services);
    const { id, email, ...tokens } = await begun(user);
    await approve(user, id);
    await set(user, { due_at: past() });
    await tidyEmailChanges(t.services);
    expect(await stateOf(user)).toBe('approved');
    expect((await answer(tokens.fresh)).json()).toEqual({ state: 'done' });
    expect((await detail(user)).email).toBe(email);
  });

  test('an old mailbox that was lost can refuse by either of its mails until the change has taken place', async () => {
    for (const mail of ['first', 'warning']) {
      const user = await createUser(t.services);
      const { id, old, fresh: agreed } = await begun(user);
      await approve(user, id);
      await answer(agreed);
      const warning = await tokenOf(user.email, /will be changed/);
      expect((await answer(mail === 'first' ? old : warning, false)).json()).toEqual({ state: 'refused' });
      await set(user, { due_at: past() });
      await tidyEmailChanges(t.services);
      expect((await detail(user)).email).toBe(user.email);
    }
  });
});
