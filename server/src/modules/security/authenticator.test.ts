import { describe, expect, test } from 'vitest';
import { mailsTo } from '../../testing/partners.ts';
import { codeOf, createAppMember, stepTokenOf, wrongCode } from '../../testing/second-step.ts';
import { ask, auditOf, cookieOf, createMember, formOf, PASSWORD, signIn } from '../../testing/sign-in.ts';
import { openTestApp } from '../../testing/test-app.ts';

const t = await openTestApp();

const byCode = (token: string, code: string, from?: string) =>
  ask(t, { path: '/v1/auth/login/code/', body: { token, code }, from });

describe('setting up an app is refused', () => {
  test('setting up an app needs the right password', async () => {
    const client = await t.as(await createMember(t));
    const none = await client.post('/v1/auth/authenticator/', {});
    expect([none.statusCode, none.json().code]).toEqual([403, 'proof_needed']);
    const wrong = await client.post('/v1/auth/authenticator/', { password: 'wrong' });
    expect([wrong.statusCode, wrong.json().code]).toEqual([400, 'wrong_password']);
  });

  test('a wrong first code does not turn the app on', async () => {
    const member = await createMember(t);
    const client = await t.as(member);
    const { secret } = (await client.post('/v1/auth/authenticator/', { password: PASSWORD })).json();
    const reply = await client.post('/v1/auth/authenticator/confirm/', { code: wrongCode(secret) });
    expect([reply.statusCode, reply.json().code]).toEqual([400, 'wrong_code']);
    expect((await signIn(t, member.email)).json().access).toBeTypeOf('string');
  });

  test('setting up a second app is refused', async () => {
    const { client, secret } = await createAppMember(t);
    const again = await client.post('/v1/auth/authenticator/', {
      password: PASSWORD,
      code: codeOf(secret, 1),
    });
    expect([again.statusCode, again.json().code]).toEqual([409, 'already_set_up']);
    const confirmed = await client.post('/v1/auth/authenticator/confirm/', { code: codeOf(secret, 1) });
    expect(confirmed.statusCode).toBe(400);
  });
});

describe('signing in with an app set up', () => {
  test('signing in with an app set up with an app, the right password opens no session but asks for a code', async () => {
    const { member } = await createAppMember(t);
    const reply = await signIn(t, member.email);
    expect(reply.statusCode).toBe(200);
    expect(reply.json()).toEqual({
      second_step: { token: expect.any(String), ways: ['app', 'recovery'], passkey_sites: [] },
    });
    expect(reply.cookies).toEqual([]);
  });

  test('the token of the second step opens nothing else, and a made-up one no session', async () => {
    const { member, secret } = await createAppMember(t);
    const token = await stepTokenOf(t, member.email);
    const check = await ask(t, {
      method: 'GET',
      path: '/v1/auth/check/',
      headers: { authorization: `Bearer ${token}`, cookie: `cusp=${token}` },
    });
    expect(check.statusCode).toBe(401);
    const made = await byCode('x'.repeat(43), codeOf(secret, 1));
    expect([made.statusCode, made.json().code]).toEqual([401, 'second_step_over']);
  });

  test('the setup’s code, a wrong code and somebody else’s are refused', async () => {
    const { member, secret, usedCode } = await createAppMember(t);
    const other = await createAppMember(t);
    const token = await stepTokenOf(t, member.email);
    for (const [code, refusal] of [
      [usedCode, 'wrong_code'],
      [wrongCode(secret), 'wrong_code'],
      [other.recoveryCodes[0] ?? '', 'wrong_recovery_code'],
      ['12345', 'wrong_recovery_code'],
      ['', 'wrong_recovery_code'],
    ] as const) {
      const reply = await byCode(token, code);
      expect([code, reply.statusCode, reply.json().code]).toEqual([code, 400, refusal]);
    }
    expect(await auditOf(t, member.id)).toContain('authn_second_step_fail refused');
  });

  test('a right code is refused after the step has expired or the password has changed, which needs both factors', async () => {
    const { member, client, secret, recoveryCodes } = await createAppMember(t);
    const late = await stepTokenOf(t, member.email);
    await t.services.db
      .updateTable('sign_in_step')
      .set({ expires_at: new Date(Date.now() - 1000) })
      .where('user_id', '=', member.id)
      .execute();
    expect((await byCode(late, codeOf(secret, 1))).statusCode).toBe(401);
    const token = await stepTokenOf(t, member.email);
    const password = 'four white molars';
    const change = async (more: Record<string, string>) => {
      const form = formOf({ old_password: PASSWORD, password, password_confirm: password, ...more });
      const { statusCode, ...reply } = await client.put('/v1/auth/change-password/', form);
      return [statusCode, reply.json().code];
    };
    expect(await change({})).toEqual([403, 'code_needed']);
    expect(await change({ code: wrongCode(secret) })).toEqual([400, 'wrong_code']);
    const [code = ''] = recoveryCodes;
    // A wrong password does not use the code up.
    expect(await change({ code, old_password: 'wrong' })).toEqual([400, 'wrong_old_password']);
    expect(await change({ code })).toEqual([200, undefined]);
    expect((await byCode(token, codeOf(secret, 1))).statusCode).toBe(401);
  });
});

describe('an app’s code', () => {
  test('a code signs in once and ends its step', async () => {
    const { member, secret } = await createAppMember(t);
    const token = await stepTokenOf(t, member.email);
    const code = codeOf(secret, 1);
    const reply = await byCode(token, `${code.slice(0, 3)} ${code.slice(3)}`);
    expect(reply.statusCode, reply.body).toBe(200);
    const check = await ask(t, {
      method: 'GET',
      path: '/v1/auth/check/',
      headers: { cookie: cookieOf(reply) },
    });
    expect(check.json().user.id).toBe(member.id);
    expect((await byCode(token, code)).statusCode).toBe(401);
    const again = await byCode(await stepTokenOf(t, member.email), code);
    expect([again.statusCode, again.json().code]).toEqual([400, 'wrong_code']);
  });

  test('a code used twice concurrently signs in once', async () => {
    const { member, secret } = await createAppMember(t);
    const tokens = [await stepTokenOf(t, member.email), await stepTokenOf(t, member.email)];
    const code = codeOf(secret, 1);
    const replies = await Promise.all(tokens.map((token) => byCode(token, code)));
    expect(replies.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
  });

  test('guessing codes is throttled more and more, across networks', async () => {
    const { member, secret } = await createAppMember(t);
    const token = await stepTokenOf(t, member.email);
    const wrong = wrongCode(secret);
    for (let tries = 0; tries < 6; tries += 1)
      expect((await byCode(token, wrong, `10.0.0.${tries}`)).statusCode).toBe(400);
    const waits = await byCode(token, codeOf(secret, 1), '10.0.1.1');
    expect([waits.statusCode, waits.json().retry_after]).toEqual([429, 2]);
    // After two more wrong ones the wait has doubled.
    const ago = (seconds: number) =>
      t.services.db
        .updateTable('login_failure')
        .set({ last_at: new Date(Date.now() - seconds * 1000) })
        .execute();
    await ago(3);
    expect((await byCode(token, wrong)).statusCode).toBe(400);
    expect((await byCode(token, wrong)).json().retry_after).toBe(4);
    await ago(5);
    expect((await byCode(token, codeOf(secret, 1))).statusCode).toBe(200);
    const next = await byCode(await stepTokenOf(t, member.email), wrong);
    expect(next.statusCode).toBe(400);
  });
});

describe('recovery codes', () => {
  test('recovery codes: ten, each works once in any spelling, stored as hashes', async () => {
    const { member, client, recoveryCodes } = await createAppMember(t);
    expect(new Set(recoveryCodes).size).toBe(10);
    const [code = '', second = ''] = recoveryCodes;
    const typed = ` ${code.toUpperCase().replace('-', ' ')} `;
    expect((await byCode(await stepTokenOf(t, member.email), typed)).statusCode).toBe(200);
    expect((await byCode(await stepTokenOf(t, member.email), code)).statusCode).toBe(400);
    expect((await byCode(await stepTokenOf(t, member.email), second)).statusCode).toBe(200);
    expect((await client.get('/v1/auth/security/')).json().recovery_codes_left).toBe(8);
    const rows = await t.services.db
      .selectFrom('recovery_code')
      .selectAll()
      .where('user_id', '=', member.id)
      .execute();
    expect(rows.some(({ hash }) => hash.toString('latin1').includes(code))).toBe(false);
  });

  test('new recovery codes need both factors and replace the old ones', async () => {
    const { member, client, recoveryCodes } = await createAppMember(t);
    for (const proof of [{}, { password: PASSWORD }])
      expect((await client.post('/v1/auth/recovery-codes/', proof)).json().code).toBe('code_needed');
    const code = recoveryCodes[1];
    expect((await client.post('/v1/auth/recovery-codes/', { code })).json().code).toBe('password_needed');
    const wrong = { password: 'wrong', code };
    expect((await client.post('/v1/auth/recovery-codes/', wrong)).json().code).toBe('wrong_password');
    // The refused requests have not used the code up.
    const reply = await client.post('/v1/auth/recovery-codes/', { password: PASSWORD, code });
    const fresh = reply.json().recovery_codes as string[];
    expect(fresh).toHaveLength(10);
    const token = await stepTokenOf(t, member.email);
    expect((await byCode(token, recoveryCodes[0] ?? '')).statusCode).toBe(400);
    expect((await byCode(token, fresh[0] ?? '')).statusCode).toBe(200);
  });
});

describe('turning the app off', () => {
  test.each([
    ['nothing', {}, 403],
    ['a wrong password', { password: 'wrong' }, 403],
    ['the password alone', { password: PASSWORD }, 403],
    ['a code alone', { code: 'abcde-fghij' }, 403],
    ['a wrong code', { password: PASSWORD, code: 'abcde-fghij' }, 400],
  ])('turning the app off is refused with %s', async (_, proof, status) => {
    const { member, client } = await createAppMember(t);
    expect((await client.post('/v1/auth/authenticator/remove/', proof)).statusCode).toBe(status);
    expect((await signIn(t, member.email)).json().second_step).toBeDefined();
  });

  test.each(['app', 'recovery'] as const)(
    'turning the app off works with the password and a code (%s), and ends the recovery codes',
    async (way) => {
      const { member, client, secret, recoveryCodes } = await createAppMember(t);
      const code = way === 'app' ? codeOf(secret, 1) : recoveryCodes[0];
      const off = await client.post('/v1/auth/authenticator/remove/', { password: PASSWORD, code });
      expect(off.statusCode, off.body).toBe(200);
      expect((await signIn(t, member.email)).json().access).toBeTypeOf('string');
      expect((await client.get('/v1/auth/security/')).json()).toMatchObject({
        app_since: null,
        recovery_codes_left: 0,
      });
      expect(await auditOf(t, member.id)).toEqual(
        expect.arrayContaining(['authn_app_added', 'authn_app_removed']),
      );
    },
  );
});

test('mails are sent when the app is turned on or off and when codes are made, and only then', async () => {
  const { member, client, secret, recoveryCodes } = await createAppMember(t);
  const mailTemplates = async () => (await mailsTo(t, member.email)).map(({ template }) => template);
  expect(await mailTemplates()).toEqual(['second-step-added']);
  await client.post('/v1/auth/authenticator/remove/', { password: 'wrong' });
  await client.post('/v1/auth/recovery-codes/', { password: 'wrong' });
  expect(await mailTemplates()).toEqual(['second-step-added']);
  await client.post('/v1/auth/recovery-codes/', { password: PASSWORD, code: recoveryCodes[0] });
  expect(await mailTemplates()).toEqual(['recovery-codes-renewed', 'second-step-added']);
  await client.post('/v1/auth/authenticator/remove/', { password: PASSWORD, code: codeOf(secret, 1) });
  expect(await mailTemplates()).toEqual([
    'second-step-removed',
    'recovery-codes-renewed',
    'second-step-added',
  ]);
});

test('the secret is encrypted in the database', async () => {
  const { member, secret } = await createAppMember(t);
  const row = await t.services.db
    .selectFrom('authenticator_app')
    .selectAll()
    .where('user_id', '=', member.id)
    .executeTakeFirstOrThrow();
  expect(row.secret.toString('latin1')).not.toContain(secret);
  expect(row.secret.length).toBe(12 + 20 + 16);
});
