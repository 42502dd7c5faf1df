import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { codeOf as appCode, tokenIn } from '../../testing/second-step.ts';
import { ask } from '../../testing/sign-in.ts';
import { popUp } from '../../testing/social/pop-up.ts';
import { codeOf, openSocialApp, socialMember, userBy } from '../../testing/social/social-app.ts';

const t = await openSocialApp();

/** Somebody who signs in by Google only, with the token of a session. */
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
