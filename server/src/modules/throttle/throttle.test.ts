import { beforeEach, describe, expect, test } from 'vitest';
import { ask, createMember, PASSWORD, signIn } from '../../testing/sign-in.ts';
import { createTestApp, openTestApp } from '../../testing/test-app.ts';

const t = await openTestApp();

let addresses = 0;
/** Each test guesses from its own address. */
function someAddress(): string {
  addresses += 1;
  return `198.51.100.${addresses}`;
}

describe('guesses are throttled', () => {
  beforeEach(async () => {
    await t.services.db.deleteFrom('login_failure').execute();
  });

  /** Counts of failures per account and per network address. */
  const counts = async () =>
    (await t.services.db.selectFrom('login_failure').select('count').orderBy('count').execute()).map(
      ({ count }) => count,
    );
  /** Sets every count, with its wait beginning `seconds` ago, so that no test depends on its own speed. */
  const pretend = (count: number, seconds = 0) =>
    t.services.db
      .updateTable('login_failure')
      .set({ count, last_at: new Date(Date.now() - seconds * 1000) })
      .execute();

  test('throttled after five failures, even with the right password, but not the owner elsewhere', async () => {
    const member = await createMember(t);
    const from = someAddress();
    for (let tries = 0; tries < 6; tries += 1)
      expect((await signIn(t, member.email, 'not the password', from)).statusCode).toBe(401);
    expect(await counts()).toEqual([6, 6, 6]);
    await pretend(20);
    const slowed = await signIn(t, member.email, PASSWORD, from);
    expect(slowed.statusCode).toBe(429);
    expect(slowed.json()).toMatchObject({ code: 'too_many_requests', retry_after: expect.any(Number) });
    expect(Number(slowed.headers['retry-after'])).toBe(slowed.json().retry_after);
    expect((await signIn(t, member.email.toUpperCase(), PASSWORD, from)).statusCode).toBe(429);
    expect((await signIn(t, member.email, PASSWORD, someAddress())).statusCode).toBe(200);
  });

  test('guesses are throttled by the endpoint’s limit too, for a whole network, whatever a header claims', async () => {
    const strict = await createTestApp({ rateLimitFactor: 0.1 });
    const statuses: number[] = [];
    for (let host = 1; host <= 5; host += 1) {
      const reply = await ask(strict, {
        path: '/v1/reset-password/',
        body: { email: 'ghost@clinic.example' },
        headers: { 'x-forwarded-for': `203.0.113.${host}`, 'x-real-ip': `203.0.113.${host}` },
        from: `2001:db8:7:9::${host}`,
      });
      statuses.push(reply.statusCode);
    }
    expect(statuses).toEqual([200, 200, 200, 429, 429]);
    await strict.close();
  });

  test('throttled by network in IPv6, where one machine has countless addresses', async () => {
    const member = await createMember(t);
    await signIn(t, member.email, 'not the password', '2001:db8:7:7::1');
    await pretend(20);
    expect((await signIn(t, member.email, PASSWORD, '2001:db8:7:7:ab:cd:ef:2')).statusCode).toBe(429);
    expect((await signIn(t, member.email, PASSWORD, '2001:db8:7:8::1')).statusCode).toBe(200);
  });

  test('throttled the same for an unknown address', async () => {
    const from = someAddress();
    expect((await signIn(t, 'ghost@clinic.example', 'x', from)).statusCode).toBe(401);
    await pretend(20);
    expect((await signIn(t, 'ghost@clinic.example', 'x', from)).statusCode).toBe(429);
  });

  test('throttled when guesses come concurrently', async () => {
    const member = await createMember(t);
    const from = someAddress();
    await signIn(t, member.email, 'no', from);
    await pretend(14);
    await pretend(14, 600);
    const replies = await Promise.all(Array.from({ length: 20 }, () => signIn(t, member.email, 'no', from)));
    expect(replies.filter((reply) => reply.statusCode === 401)).toHaveLength(1);
  });

  test.each([
    [5, 0],
    [6, 2],
    [9, 16],
    [13, 256],
    [15, 900],
    [60, 900],
  ])('after %i failures guesses are throttled for %i seconds', async (count, wait) => {
    const member = await createMember(t);
    const from = someAddress();
    await signIn(t, member.email, 'no', from);
    if (wait >= 16) {
      await pretend(count);
      const reply = await signIn(t, member.email, PASSWORD, from);
      expect(reply.json().retry_after).toBeLessThanOrEqual(wait);
      expect(reply.json().retry_after).toBeGreaterThan(wait / 2);
    }
    await pretend(count, wait);
    expect((await signIn(t, member.email, PASSWORD, from)).statusCode).toBe(200);
    expect(await counts()).toEqual([count]);
  });

  test('a refused attempt does not extend the wait', async () => {
    const member = await createMember(t);
    const from = someAddress();
    await signIn(t, member.email, 'no', from);
    await pretend(13);
    for (let tries = 0; tries < 3; tries += 1) await signIn(t, member.email, 'no', from);
    expect(await counts()).toEqual([13, 13, 13]);
  });

  const marked = (reply: Awaited<ReturnType<typeof signIn>>) => {
    const mark = reply.cookies.find(({ name }) => name === 'cusp-device')?.value;
    return { cookie: `cusp-device=${mark}` };
  };
  const signInBy = (
    headers: Record<string, string>,
    username: string,
    password = PASSWORD,
    from = someAddress(),
  ) => ask(t, { path: '/v1/auth/login/', body: { username, password }, headers, from });

  test('throttled across networks, while the owner’s browsers are exempt', async () => {
    const [member, other] = [await createMember(t), await createMember(t)];
    const own = marked(await signIn(t, member.email));
    const others = marked(await signIn(t, other.email));
    expect((await signIn(t, member.email, 'not the password', someAddress())).statusCode).toBe(401);
    await pretend(60);
    expect((await signIn(t, member.email, PASSWORD, someAddress())).statusCode).toBe(429);
    expect((await signInBy(others, member.email)).statusCode).toBe(429);
    // Waiting because of others' guesses does not count as a failed attempt.
    expect(await counts()).toEqual([60, 60, 60, 60]);
    expect((await signInBy(own, member.email)).statusCode).toBe(200);
    await pretend(50);
    expect((await signIn(t, member.email, PASSWORD, someAddress())).statusCode).toBe(200);
  });

  test('throttled in the owner’s browser too, on any network', async () => {
    const member = await createMember(t);
    const own = marked(await signIn(t, member.email));
    expect((await signInBy(own, member.email, 'not the password')).statusCode).toBe(401);
    await pretend(20);
    expect((await signInBy(own, member.email)).statusCode).toBe(429);
  });

  test('throttled when one password is tried on many accounts, except for the browsers of owners', async () => {
    const [member, other] = [await createMember(t), await createMember(t)];
    const own = marked(await signIn(t, member.email));
    const from = someAddress();
    await signIn(t, 'someone@clinic.example', 'Summer2026', from);
    await pretend(80);
    expect((await signIn(t, 'someone.else@clinic.example', 'Summer2026', from)).statusCode).toBe(429);
    expect((await signInBy(own, other.email, PASSWORD, from)).statusCode).toBe(429);
    expect((await signInBy(own, member.email, 'not the password', from)).statusCode).toBe(401);
    expect((await signInBy(own, member.email, PASSWORD, from)).statusCode).toBe(200);
    expect((await signIn(t, 'someone.else@clinic.example', 'Summer2026', someAddress())).statusCode).toBe(
      401,
    );
  });
});
