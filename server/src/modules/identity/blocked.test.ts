import { ACTION_ID_HEADER } from '@cusp/contract/endpoint';
import { describe, expect, test } from 'vitest';
import { encodeId } from '../../platform/http/idb64.ts';
import { inTransaction } from '../../platform/work.ts';
import { createUser } from '../../testing/factories.ts';
import { codeOf as appCode, setUpApp, tokenIn } from '../../testing/second-step.ts';
import { ask, auditOf, cookieOf, createMember, PASSWORD, signIn } from '../../testing/sign-in.ts';
import { popUp } from '../../testing/social/pop-up.ts';
import { codeOf, openSocialApp, socialMember, somebody, userBy } from '../../testing/social/social-app.ts';
import { createMailToken, type Purpose } from './mail-tokens.ts';

const t = await openSocialApp();
const staff = await createUser(t.services, { is_staff: true });
const BLOCKED = [403, 'account_blocked'];

const block = (userId: number, isBlocked = true) =>
  t.services.db
    .updateTable('app_user')
    .set(
      isBlocked ? { blocked_at: new Date(), blocked_by: staff.id } : { blocked_at: null, blocked_by: null },
    )
    .where('id', '=', userId)
    .execute();
const outcomeOf = (reply: { statusCode: number; json(): { code?: string } }) => [
  reply.statusCode,
  reply.json().code,
];
const linkFor = (userId: number, purpose: Purpose) =>
  inTransaction(t.services, { ip: '127.0.0.1', requestId: null }, (work) =>
    createMailToken(work.tx, userId, purpose),
  );

describe('a blocked account cannot sign in', () => {
  test('a blocked account cannot sign in by its password, and a wrong password does not show the block', async () => {
    const member = await createMember(t);
    await block(member.id);
    expect(outcomeOf(await signIn(t, member.email))).toEqual(BLOCKED);
    expect(await auditOf(t, member.id)).toEqual(['authn_login_fail refused']);
    expect(outcomeOf(await signIn(t, member.email, 'not the password'))).toEqual([401, 'wrong_credentials']);
    await block(member.id, false);
    expect((await signIn(t, member.email)).statusCode).toBe(200);
  });

  test('a blocked account cannot sign in by a code, when the block comes after the password', async () => {
    const member = await createMember(t);
    const { secret } = await setUpApp(await t.as(member));
    const token = tokenIn(await signIn(t, member.email));
    await block(member.id);
    const reply = await ask(t, { path: '/v1/auth/login/code/', body: { token, code: appCode(secret, 1) } });
    expect(outcomeOf(reply)).toEqual(BLOCKED);
  });

  test('a blocked account cannot sign in by a provider, before and after the pop-up has its code', async () => {
    const { person, window, done } = await socialMember(t);
    const user = await userBy(t, person.email);
    const again = popUp(t, 'google');
    const code = codeOf(await again.signIn(person));
    await block(user?.id ?? 0);
    expect(outcomeOf(await again.exchange(code))).toEqual(BLOCKED);
    expect(outcomeOf(await window.exchange(codeOf(done)))).toEqual(BLOCKED);
    const answer = await popUp(t, 'google').signIn(person);
    expect(answer.headers.location).toContain('error=account_blocked');
  });

  test('a blocked account cannot sign in by linking a provider with the password', async () => {
    const member = await createMember(t);
    const window = popUp(t, 'google');
    await window.signIn(somebody({ email: member.email }));
    await block(member.id);
    expect(outcomeOf(await window.link(PASSWORD))).toEqual(BLOCKED);
  });

  test('a blocked account cannot continue with its refresh cookie or an open session', async () => {
    const member = await createMember(t);
    const cookie = cookieOf(await signIn(t, member.email));
    const client = await t.as(member);
    await block(member.id);
    const refresh = await ask(t, {
      path: '/v1/auth/refresh/',
      headers: { cookie, [ACTION_ID_HEADER]: 'tab-1' },
    });
    expect(outcomeOf(refresh)).toEqual([401, 'session_over']);
    expect((await client.get('/v1/auth/check/')).statusCode).toBe(401);
  });

  test('a blocked account cannot sign in by the links of its mails', async () => {
    const member = await createMember(t);
    const links = {
      reset: await linkFor(member.id, 'reset'),
      activate: await linkFor(member.id, 'activate'),
      undo: await linkFor(member.id, 'undo'),
    };
    await block(member.id);
    const password = 'four brown molars';
    for (const [path, body] of [
      ['/reset_password/validate_token/', { token: links.reset }],
      ['/reset_password/confirm/', { token: links.reset, password }],
      ['/v1/auth/activate/', { uidb64: encodeId(member.id), token: links.activate }],
      ['/v1/auth/second-step/undo/', { token: links.undo }],
    ] as const)
      expect([path, ...outcomeOf(await ask(t, { path, body }))]).toEqual([path, ...BLOCKED]);
  });
});

test('each completed sign-in is remembered, and two at once both succeed', async () => {
  const member = await createMember(t);
  const replies = await Promise.all(Array.from({ length: 4 }, () => signIn(t, member.email)));
  expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200]);
  expect((await userBy(t, member.email))?.last_sign_in_at).toBeInstanceOf(Date);
});
