import type { SecurityState } from '@cusp/contract/security';
import { describe, expect, test } from 'vitest';
import { createPasskey } from '../../testing/factories.ts';
import { codeOf, createAppMember, stepTokenOf } from '../../testing/second-step.ts';
import { ask, createMember, newestMailTo, PASSWORD, signIn } from '../../testing/sign-in.ts';
import { outcomeOf, RESET_REASON, stepResetsOf } from '../../testing/step-resets.ts';
import { openTestApp } from '../../testing/test-app.ts';
import { finishStepResets } from './finish-step-resets.ts';

const t = await openTestApp({ work: true });
const { db } = t.services;
const resets = await stepResetsOf(t);
const { stella, tom, staff, other, path, askFor, approve, requested, approved, keep } = resets;
const { createKeyUser, detail, stateOf, actionsOf, hasSteps, makeDue } = resets;

test('an approved reset removes all second steps once it is due, ends sessions and mails the person', async () => {
  const { member, client } = await createAppMember(t);
  await createPasskey(t.services, member.id);
  const waitingStep = await stepTokenOf(t, member.email);
  const { id } = await approved(member);
  expect((await detail(member)).second_step_reset).toMatchObject({
    id,
    state: 'waiting',
    reason: RESET_REASON,
    requested_by: 'Stella Staff',
    is_own: true,
    approved_by: 'Tom Second',
  });
  await finishStepResets(t.services);
  expect(await hasSteps(member)).toBe(true);

  await makeDue(member);
  await Promise.all([finishStepResets(t.services), finishStepResets(t.services)]);
  expect(await hasSteps(member)).toBe(false);
  expect((await client.get('/v1/auth/check/')).statusCode).toBe(401);
  const late = await ask(t, { path: '/v1/auth/login/code/', body: { token: waitingStep, code: '123456' } });
  expect(late.json().code).toBe('second_step_over');
  expect((await signIn(t, member.email)).json().access).toBeTypeOf('string');
  await newestMailTo(t, member.email, /step was removed/);
  expect(await stateOf(member)).toBe('done');
  expect((await detail(member)).log).toMatchObject([
    { action: 'reset_done', by: null },
    { action: 'reset_approved', by: 'Tom Second' },
    { action: 'reset_asked', by: 'Stella Staff', reason: RESET_REASON },
  ]);
  const audit = await db
    .selectFrom('audit_log')
    .select(['action', 'user_id'])
    .where('object_type', '=', 'user')
    .where('object_id', '=', member.id)
    .orderBy('id')
    .execute();
  expect(audit).toEqual([
    { action: 'step_reset_asked', user_id: stella.id },
    { action: 'step_reset_approved', user_id: tom.id },
    { action: 'authn_second_step_reset', user_id: null },
  ]);
});

describe('an approved reset is cancelled', () => {
  test('a reset is cancelled by the link of the mail without signing in, once; staff and the person are notified', async () => {
    const user = await createKeyUser();
    const { token } = await approved(user);
    for (const wrong of ['', 'x', token.toUpperCase()])
      expect(outcomeOf(await keep(wrong)), wrong).toEqual([400, 'token_expired']);
    const replies = await Promise.all([keep(token), keep(token)]);
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    expect((await keep(token)).statusCode).toBe(200);
    await makeDue(user);
    await finishStepResets(t.services);
    expect(await hasSteps(user)).toBe(true);
    expect(await stateOf(user)).toBe('cancelled');
    expect(await actionsOf(user)).toEqual(['reset_asked', 'reset_approved', 'reset_cancelled']);
    await newestMailTo(t, user.email, /keeps its second step/);
    for (const { email } of [stella, tom]) {
      const mail = await newestMailTo(t, email, /reset of a second step was stopped/);
      expect(mail.text).toContain('/adm/users/');
    }
    await approve(user, await requested(user));
    expect((await keep(token)).statusCode).toBe(200);
    expect(await stateOf(user)).toBe('waiting');
  });

  test('a reset is cancelled by a signed-in person on their security page, and only their own', async () => {
    const [user, stranger] = [await createKeyUser(), await createKeyUser()];
    const client = await t.as(user);
    const state = async () => (await client.get('/v1/auth/security/')).json<SecurityState>().reset_due;
    await requested(user);
    expect(await state()).toBeNull();
    const id = (await detail(user)).second_step_reset?.id ?? 0;
    await approve(user, id);
    expect(await state()).toBeTypeOf('string');
    expect((await (await t.as(stranger)).delete('/v1/auth/second-step/reset/')).statusCode).toBe(200);
    expect(await stateOf(user)).toBe('waiting');
    expect((await client.delete('/v1/auth/second-step/reset/')).statusCode).toBe(200);
    expect((await client.delete('/v1/auth/second-step/reset/')).statusCode).toBe(200);
    expect([await state(), await stateOf(user)]).toEqual([null, 'cancelled']);
  });

  test('a reset is cancelled by a sign-in with a code, which shows that the step is not lost', async () => {
    const { member, secret } = await createAppMember(t);
    await approved(member);
    const token = await stepTokenOf(t, member.email);
    const wrong = await ask(t, { path: '/v1/auth/login/code/', body: { token, code: 'nonsense' } });
    expect(wrong.statusCode).toBe(400);
    expect(await stateOf(member)).toBe('waiting');
    const right = await ask(t, { path: '/v1/auth/login/code/', body: { token, code: codeOf(secret, 1) } });
    expect(right.statusCode, right.body).toBe(200);
    expect(await stateOf(member)).toBe('used');
    await makeDue(member);
    await finishStepResets(t.services);
    expect(await hasSteps(member)).toBe(true);
    await newestMailTo(t, member.email, /keeps its second step/);
  });

  test('a reset is cancelled by a recovery code that changes the second steps', async () => {
    const { member, client, recoveryCodes } = await createAppMember(t);
    await approved(member);
    const code = recoveryCodes[0];
    expect((await client.post('/v1/auth/recovery-codes/', { password: PASSWORD, code })).statusCode).toBe(
      200,
    );
    expect(await stateOf(member)).toBe('used');
  });

  test('a reset is cancelled by staff, and by a block', async () => {
    const [user, suspect] = [await createKeyUser(), await createKeyUser()];
    const { id } = await approved(user);
    expect((await other.delete(path(user, `${id}/`))).statusCode).toBe(200);
    expect(outcomeOf(await other.delete(path(user, `${id}/`)))).toEqual([409, 'support_not_waiting']);
    await newestMailTo(t, user.email, /keeps its second step/);
    await approved(suspect);
    const block = { reason: RESET_REASON, version: 1 };
    expect((await staff.post(`/v1/cs/users/${suspect.id}/block/`, block)).statusCode).toBe(200);
    expect([await stateOf(user), await stateOf(suspect)]).toEqual(['refused', 'blocked']);
    expect(await hasSteps(suspect)).toBe(true);
  });
});

describe('when a reset is due', () => {
  test('when a reset is cancelled and carried out concurrently, one succeeds and the other reports it', async () => {
    for (let round = 0; round < 4; round += 1) {
      const user = await createKeyUser();
      const { token } = await approved(user);
      await makeDue(user);
      const [reply] = await Promise.all([keep(token), finishStepResets(t.services)]);
      const state = await stateOf(user);
      expect(outcomeOf(reply)).toEqual(state === 'done' ? [409, 'reset_done'] : [200, undefined]);
      expect(await hasSteps(user)).toBe(state !== 'done');
    }
  });

  test('the link says that it is too late', async () => {
    const user = await createKeyUser();
    const { token } = await approved(user);
    await makeDue(user);
    await finishStepResets(t.services);
    expect(outcomeOf(await keep(token))).toEqual([409, 'reset_done']);
  });

  test.each([
    ['deleted', { deleted_at: new Date() }],
    ['blocked', { blocked_at: new Date(), blocked_by: stella.id }],
    ['made staff', { is_sales_manager: true }],
  ])('nothing happens to an account that was %s meanwhile', async (_, change) => {
    const user = await createKeyUser();
    await approved(user);
    await db.updateTable('app_user').set(change).where('id', '=', user.id).execute();
    await makeDue(user);
    await finishStepResets(t.services);
    const { passkeys } = (await detail(user)).sign_in;
    expect([await stateOf(user), passkeys]).toEqual(['impossible', 1]);
  });

  test('a request that nobody approved for three days lapses without a mail', async () => {
    const user = await createMember(t);
    await createPasskey(t.services, user.id);
    const id = await requested(user);
    await db
      .updateTable('step_reset')
      .set({ requested_at: new Date(Date.now() - 73 * 3600_000) })
      .where('id', '=', id)
      .execute();
    await finishStepResets(t.services);
    expect(await stateOf(user)).toBe('lapsed');
    expect(outcomeOf(await approve(user, id))).toEqual([409, 'support_not_waiting']);
    expect((await askFor(user)).statusCode).toBe(200);
  });
});
