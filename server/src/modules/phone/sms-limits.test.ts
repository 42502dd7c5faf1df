import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createUser } from '../../testing/factories.ts';
import { messagesTo, requestCode } from '../../testing/phone.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import { SMS_LIMITS } from './sms-limits.ts';

let t: TestApp;
beforeEach(async () => {
  t = await createTestApp({ config: { smsPerDay: 40 } });
});
afterEach(() => t.close());

const PHONE = '+49 89 123456';
const numbered = (n: number) => `+49 89 ${200_000 + n}`;
const placed = (n: number) => `198.51.100.${n}`;
const age = (interval: string) =>
  sql`update phone_code set created_at = created_at - ${interval}::interval`.execute(t.services.db);
const statusOf = async (phone: string, by: Parameters<typeof requestCode>[2]) =>
  (await requestCode(t, phone, by)).statusCode;

describe('text messages are refused', () => {
  test('a second message within 30 seconds per number or visitor is refused with the time to wait', async () => {
    const person = { token: (await t.as(await createUser(t.services))).token, from: placed(1) };
    expect(await statusOf(PHONE, person)).toBe(200);
    expect(await statusOf(numbered(1), person)).toBe(429);
    const reply = await requestCode(t, PHONE, { from: placed(2) });
    expect(reply.statusCode).toBe(429);
    expect(reply.json()).toMatchObject({ code: 'too_many_requests' });
    expect(reply.json().retry_after).toBeGreaterThan(0);
    expect(reply.json().retry_after).toBeLessThanOrEqual(30);
    expect(reply.headers['retry-after']).toBe(String(reply.json().retry_after));
    await age('30 seconds');
    expect(await statusOf(PHONE, { from: placed(2) })).toBe(200);
  });

  test('a double click sends one message', async () => {
    const from = placed(1);
    const replies = await Promise.all(Array.from({ length: 6 }, () => statusOf(PHONE, { from })));
    expect(replies.sort()).toEqual([200, 429, 429, 429, 429, 429]);
    expect(await messagesTo(t, PHONE)).toHaveLength(1);
  });

  test('messages per number are limited per hour and day across networks', async () => {
    let sent = 0;
    for (let tries = 0; tries < 24; tries += 1) {
      if ((await statusOf(PHONE, { from: placed(tries + 1) })) === 200) sent += 1;
      await age('31 seconds');
    }
    expect(sent).toBe(SMS_LIMITS.number.hour);
    const refused = await requestCode(t, PHONE, { from: placed(99) });
    expect(refused.json().retry_after).toBeGreaterThan(30 * 60);
    expect(refused.json().retry_after).toBeLessThanOrEqual(60 * 60);
    await age('1 hour');
    for (let tries = 0; tries < 12; tries += 1) {
      await age('10 minutes');
      if ((await statusOf(PHONE, { from: placed(tries + 1) })) === 200) sent += 1;
    }
    expect(sent).toBe(SMS_LIMITS.number.day);
    await age('24 hours');
    expect(await statusOf(PHONE, { from: placed(1) })).toBe(200);
  });

  test('messages per network to many numbers are limited, across its IPv6 range', async () => {
    const from = (n: number) => `2001:db8:1:2::${n.toString(16)}`;
    for (let n = 1; n <= SMS_LIMITS.network.hour; n += 1)
      expect(await statusOf(numbered(n), { from: from(n) })).toBe(200);
    expect(await statusOf(numbered(99), { from: from(99) })).toBe(429);
    expect(await statusOf(numbered(99), { from: '2001:db8:1:3::1' })).toBe(200);
  });

  test('messages per person to many numbers from many networks are limited', async () => {
    const { token } = await t.as(await createUser(t.services));
    for (let n = 1; n <= SMS_LIMITS.owner.hour; n += 1) {
      expect(await statusOf(numbered(n), { token, from: placed(n) })).toBe(200);
      await age('30 seconds');
    }
    expect(await statusOf(numbered(99), { token, from: placed(99) })).toBe(429);
  });

  test('messages of the whole deployment are limited per day, also concurrently', async () => {
    const replies = await Promise.all(
      Array.from({ length: 50 }, (_, n) => statusOf(numbered(n), { from: placed(n) })),
    );
    expect(replies.filter((status) => status === 200)).toHaveLength(40);
    expect(new Set(replies)).toEqual(new Set([200, 429]));
  });
});

test('a refused request does not count', async () => {
  for (let n = 0; n < 20; n += 1) await requestCode(t, '+49 900 1234567', { from: placed(1) });
  expect(await statusOf(PHONE, { from: placed(1) })).toBe(200);
});
