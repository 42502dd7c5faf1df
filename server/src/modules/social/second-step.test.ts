import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { codeOf as appCode, createAppMember, tokenIn } from '../../testing/second-step.ts';
import { ask, auditOf, formOf, PASSWORD } from '../../testing/sign-in.ts';
import { popUp } from '../../testing/social/pop-up.ts';
import {
  codeOf,
  openSocialApp,
  socialMember,
  somebody,
  subjectsOf,
  userBy,
} from '../../testing/social/social-app.ts';

const t = await openSocialApp();

/** A person who signs in by Google only, with the token of a session. */
async function googleMember() {
  const { person, window, done } = await socialMember(t);
  const session = await window.exchange(codeOf(done));
  const headers = { authorization: `Bearer ${session.json().access}` };
  const post = (path: string, body: object) => ask(t, { path, body, headers });
  return { person, post };
}

test('an account without a password needs a fresh sign-in to set up its second step', async () => {
  const { person, post } = await googleMember();
  const user = await userBy(t, person.email);
  await t.services.db
    .updateTable('session')
    .set({ created_at: sql<Date>`now() - interval '16 minutes'` })
    .where('user_id', '=', user?.id ?? 0)
    .execute();
  const reply = await post('/v1/auth/authenticator/', { password: 'anything' });
  expect([reply.statusCode, reply.json().code]).toEqual([403, 'proof_needed']);
});

test('a provider’s sign-in opens no session if a second step is set up, but asks for it', async () => {
  const { person, post } = await googleMember();
  const { secret } = (await post('/v1/auth/authenticator/', {})).json();
  const confirmed = await post('/v1/auth/authenticator/confirm/', { code: appCode(secret) });
  expect(confirmed.json().recovery_codes).toHaveLength(10);

  const again = popUp(t, 'google');
  const reply = await again.exchange(codeOf(await again.signIn(person)));
  expect(reply.statusCode, reply.body).toBe(200);
  expect(reply.json()).not.toHaveProperty('access');
  expect(reply.cookies.map(({ name }) => name)).not.toContain('cusp');
  const done = await again.ask('POST', '/v1/auth/login/code/', {
    token: tokenIn(reply),
    code: appCode(secret, 1),
  });
  expect(done.json().access).toBeTypeOf('string');
});

test('a social account is linked only after the second step of an account that has one', async () => {
  const { member, secret } = await createAppMember(t);
  const person = somebody({ email: member.email });
  const begin = async () => {
    const window = popUp(t, 'google');
    await window.signIn(person);
    const { location } = (await window.link(PASSWORD)).json();
    return { window, code: new URL(location, 'http://here.invalid').searchParams.get('code') ?? '' };
  };
  const { window, code } = await begin();
  expect(await subjectsOf(t, member.id)).toEqual([]);
  const asked = await window.exchange(code);
  expect(asked.json()).not.toHaveProperty('access');
  const token = tokenIn(asked);
  const finish = (typed: string) => window.ask('POST', '/v1/auth/login/code/', { token, code: typed });
  expect((await finish('000000')).json()).toMatchObject({ code: 'wrong_code' });
  expect(await subjectsOf(t, member.id)).toEqual([]);
  expect((await window.exchange(code)).json()).toMatchObject({ code: 'social_invalid' });

  expect((await finish(appCode(secret, 1))).json().access).toBeTypeOf('string');
  expect(await subjectsOf(t, member.id)).toHaveLength(1);
  expect((await auditOf(t, member.id)).filter((entry) => entry.startsWith('user_changed'))).toHaveLength(1);
  expect((await finish(appCode(secret, 1))).json()).toMatchObject({ code: 'second_step_over' });
  const later = popUp(t, 'google');
  expect(tokenIn(await later.exchange(codeOf(await later.signIn(person))))).toHaveLength(43);
  // A person with a second account of the provider is refused before the second step.
  const second = popUp(t, 'google');
  await second.signIn({ ...person, sub: 'another' });
  expect((await second.link(PASSWORD)).json()).toMatchObject({ code: 'social_taken' });
});

test('a link that waits for the second step ends with the password that was typed for it', async () => {
  const { member, client, secret } = await createAppMember(t);
  const windows = [popUp(t, 'google'), popUp(t, 'facebook')] as const;
  const codes: string[] = [];
  for (const window of windows) {
    await window.signIn(somebody({ email: member.email }));
    const { location } = (await window.link(PASSWORD)).json();
    codes.push(new URL(location, 'http://here.invalid').searchParams.get('code') ?? '');
  }
  const token = tokenIn(await windows[0].exchange(codes[0] ?? ''));
  const changed = 'seven quiet incisors';
  const form = formOf({
    old_password: PASSWORD,
    password: changed,
    password_confirm: changed,
    code: appCode(secret, 1),
  });
  const reply = await client.put('/v1/auth/change-password/', form);
  expect(reply.statusCode, reply.body).toBe(200);
  const late = await windows[0].ask('POST', '/v1/auth/login/code/', { token, code: appCode(secret, 1) });
  expect(late.json()).toMatchObject({ code: 'second_step_over' });
  expect((await windows[1].exchange(codes[1] ?? '')).json()).toMatchObject({ code: 'social_invalid' });
  expect(await subjectsOf(t, member.id)).toEqual([]);
});
