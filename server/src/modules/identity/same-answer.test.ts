import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { encodeId } from '../../platform/http/idb64.ts';
import { createUser } from '../../testing/factories.ts';
import { ask, createMember, PASSWORD, signIn } from '../../testing/sign-in.ts';
import { openTestApp } from '../../testing/test-app.ts';
import { HashThreads } from './hashing/hash-threads.ts';

const t = await openTestApp();
afterEach(() => vi.restoreAllMocks());

/** Cost of every hash that is made or checked: what takes the time of a sign-in. */
const COST = /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/;

test('a sign-in that is refused costs one check of a password, whoever was asked for', async () => {
  const member = await createMember(t);
  const deleted = await createMember(t, { deleted_at: new Date() });
  const waiting = await createMember(t, { activated_at: null });
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

describe('an answer that must not tell whether there was something to do', () => {
  /** Timers of one process end in their order, however busy it is: a shorter one ends before the least time. */
  const first = (answer: Promise<unknown>) =>
    Promise.race([pause(150).then(() => 'the pause'), answer.then(() => 'the answer')]);

  test('comes after the same least time when a link is asked for', async () => {
    const member = await createMember(t);
    for (const email of [member.email, 'nobody@clinic.example'])
      expect(await first(ask(t, { path: '/v1/reset-password/', body: { email } }))).toBe('the pause');
  });

  test('comes after the same least time when the activation mail is asked for again', async () => {
    const waiting = await createMember(t, { activated_at: null });
    for (const id of [waiting.id, 999_999])
      expect(await first(ask(t, { path: '/v1/auth/request-activate/', body: { uid: encodeId(id) } }))).toBe(
        'the pause',
      );
  });
});
