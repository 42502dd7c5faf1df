import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, test, vi } from 'vitest';
import { encodeId } from '../../platform/http/idb64.ts';
import { createUser } from '../../testing/factories.ts';
import { ask, createMember, PASSWORD, signIn } from '../../testing/sign-in.ts';
import { openTestApp } from '../../testing/test-app.ts';
import { HashThreads } from './hashing/hash-threads.ts';
import { hashPassword } from './hashing/password-hash.ts';

const t = await openTestApp();

/** Cost parameters of every hash created or checked, which dominate the time of a sign-in. */
const COST = /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/;

test('every refused sign-in costs one password check, for any address', async () => {
  const password_hash = await hashPassword(PASSWORD);
  const member = await createMember(t, { password_hash });
  const deleted = await createMember(t, { password_hash, deleted_at: new Date() });
  const waiting = await createMember(t, { password_hash, activated_at: null });
  const social = await createUser(t.services);
  const run = vi.spyOn(HashThreads.prototype, 'run');
  for (const email of ['nobody@clinic.example', deleted.email, social.email, member.email, waiting.email]) {
    run.mockClear();
    expect((await signIn(t, email, `not ${PASSWORD}`)).statusCode).toBe(401);
    expect(
      run.mock.calls.map(([task]) => task),
      email,
    ).toEqual([{ kind: 'verify', stored: expect.stringMatching(COST), password: `not ${PASSWORD}` }]);
  }
});

describe('replies that must not reveal whether an account exists', () => {
  /** Timers of a process fire in order even under load, so a shorter one ends before the minimum time. */
  const first = (answer: Promise<unknown>) =>
    Promise.race([pause(150).then(() => 'the pause'), answer.then(() => 'the answer')]);

  test('asking for a link takes the same minimum time for every address', async () => {
    const member = await createMember(t);
    for (const email of [member.email, 'nobody@clinic.example'])
      expect(await first(ask(t, { path: '/v1/reset-password/', body: { email } }))).toBe('the pause');
  });

  test('asking for the activation mail again takes the same minimum time', async () => {
    const waiting = await createMember(t, { activated_at: null });
    for (const id of [waiting.id, 999_999])
      expect(await first(ask(t, { path: '/v1/auth/request-activate/', body: { uid: encodeId(id) } }))).toBe(
        'the pause',
      );
  });
});
