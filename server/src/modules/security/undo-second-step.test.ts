import { describe, expect, test } from 'vitest';
import { createUser } from '../../testing/factories.ts';
import { codeOf, createAppMember, setUpApp, stepTokenOf } from '../../testing/second-step.ts';
import { ask, auditOf, createMember, linkIn, newestMailTo, PASSWORD, signIn } from '../../testing/sign-in.ts';
import { openTestApp } from '../../testing/test-app.ts';

const t = await openTestApp({ work: true });

const NEW = 'seven quiet incisors';
const undo = (token: string) => t.nobody.post('/v1/auth/second-step/undo/', { token });
const linkOf = async (email: string) =>
  linkIn(await newestMailTo(t, email, /second step was added/), /\/second-step\/undo\/([\w-]{43})/)[1] ?? '';
const stepsOf = async (user: { id: number }) =>
  (
    await t.services.db
      .selectFrom('authenticator_app')
      .select('user_id')
      .where('user_id', '=', user.id)
      .execute()
  ).length;
const refused = { statusCode: 400, code: 'token_expired' };
const outcome = (reply: Awaited<ReturnType<typeof undo>>) => ({
  statusCode: reply.statusCode,
  code: reply.json().code,
});

describe('undoing a second step is refused', () => {
  test('undo link is refused if malformed, of another mail, used or expired', async () => {
    const { member } = await createAppMember(t);
    const token = await linkOf(member.email);
    await t.nobody.post('/v1/reset-password/', { email: member.email });
    const reset = linkIn(await newestMailTo(t, member.email, /Reset/), /\/password-reset\/([\w-]{43})/)[1];
    for (const wrong of ['', 'x', String(reset), token.toUpperCase()])
      expect(outcome(await undo(wrong)), wrong).toEqual(refused);
    const hash = t.services.db
      .updateTable('mail_token')
      .where('user_id', '=', member.id)
      .where('purpose', '=', 'undo');
    await hash.set({ expires_at: new Date(Date.now() - 1000) }).execute();
    expect(outcome(await undo(token))).toEqual(refused);
    expect(await stepsOf(member)).toBe(1);
  });

  test('undo link’s password token works for nothing else', async () => {
    const { member } = await createAppMember(t);
    const token = await linkOf(member.email);
    const reply = await t.nobody.post('/reset_password/confirm/', { token, password: NEW });
    expect(reply.statusCode).toBe(400);
    expect((await signIn(t, member.email)).json().second_step).toBeDefined();
  });
});

test('undo link locks out somebody who knew the password and added a step, and lets the owner in', async () => {
  const { member, client, recoveryCodes } = await createAppMember(t);
  const waiting = await stepTokenOf(t, member.email);
  const token = await linkOf(member.email);
  const reply = await undo(token);
  expect(reply.statusCode, reply.body).toBe(200);
  const { reset_token } = reply.json() as { reset_token: string };

  expect((await client.get('/v1/auth/security/')).statusCode).toBe(401);
  expect((await signIn(t, member.email, PASSWORD)).statusCode).toBe(401);
  for (const code of recoveryCodes.slice(0, 2)) {
    const again = await ask(t, { path: '/v1/auth/login/code/', body: { token: waiting, code } });
    expect(again.json().code).toBe('second_step_over');
  }
  expect(outcome(await undo(token))).toEqual(refused);
  await newestMailTo(t, member.email, /second step was removed/);
  expect(await auditOf(t, member.id)).toContain('authn_second_step_undone');

  const chosen = await t.nobody.post('/reset_password/confirm/', { token: reset_token, password: NEW });
  expect(chosen.statusCode, chosen.body).toBe(200);
  expect((await signIn(t, member.email, NEW)).json().access).toBeTypeOf('string');
});

test('the undo link removes steps that were added since the earliest open link, and keeps older ones', async () => {
  const { member, client, secret } = await createAppMember(t);
  await linkOf(member.email);
  const own = await t.services.db
    .insertInto('passkey')
    .values({
      user_id: member.id,
      credential_id: `own-${member.id}`,
      public_key: Buffer.from('x'),
      counter: 0,
      transports: [],
      rp_id: 'cusp.test',
      name: 'Own',
      created_at: new Date(Date.now() - 30 * 24 * 3600_000),
      last_used_at: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const code = codeOf(secret, 1);
  expect((await client.post('/v1/auth/authenticator/remove/', { password: PASSWORD, code })).statusCode).toBe(
    200,
  );
  await setUpApp(client);
  const [earliest, newest] = await t.services.db
    .selectFrom('mail_token')
    .select('created_at')
    .where('user_id', '=', member.id)
    .where('purpose', '=', 'undo')
    .orderBy('created_at')
    .execute();
  expect(newest?.created_at).not.toEqual(earliest?.created_at);
  expect((await undo(await linkOf(member.email))).statusCode).toBe(200);
  expect(await stepsOf(member)).toBe(0);
  const left = await t.services.db
    .selectFrom('passkey')
    .select('id')
    .where('user_id', '=', member.id)
    .execute();
  expect(left).toEqual([own]);
});

test('undo link gives no password to an account without one', async () => {
  const social = await createUser(t.services);
  const client = await t.as(social);
  await setUpApp(client);
  const reply = await undo(await linkOf(social.email));
  expect([reply.statusCode, reply.json()]).toEqual([200, { reset_token: null }]);
  const { password_hash } = await t.services.db
    .selectFrom('app_user')
    .select('password_hash')
    .where('id', '=', social.id)
    .executeTakeFirstOrThrow();
  expect(password_hash).toBeNull();
});

test('undo link clicked twice concurrently works once, the other learns that it is used', async () => {
  const member = await createMember(t);
  await setUpApp(await t.as(member));
  const token = await linkOf(member.email);
  const replies = await Promise.all([undo(token), undo(token)]);
  expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, 400]);
});
