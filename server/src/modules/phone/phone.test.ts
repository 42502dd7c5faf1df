import { PHONE_MESSAGE } from '@cusp/contract/identity';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { createUser } from '../../testing/factories.ts';
import {
  type Caller,
  codeSentTo,
  messagesTo,
  otherThan,
  requestCode,
  tryCode,
  verifyPhone,
  visitorOfReply,
} from '../../testing/phone.ts';
import { ask, auditOf } from '../../testing/sign-in.ts';
import { createTestApp, openTestApp } from '../../testing/test-app.ts';

const t = await openTestApp();
let serial = 0;
/** A separate number and network for each test, because both are limited. */
let phone = '';
let from = '';
beforeEach(() => {
  serial += 1;
  phone = `+49 89 12${String(serial).padStart(4, '0')}`;
  from = `198.51.100.${serial}`;
});

const person = async (): Promise<Caller> => ({
  token: (await t.as(await createUser(t.services))).token,
  from,
});
const visitor = async () => {
  const reply = await requestCode(t, phone, { from });
  expect(reply.statusCode, reply.body).toBe(200);
  return { cookie: visitorOfReply(reply), from };
};
/** Moves every code of this number into the past. */
const age = (interval: string) =>
  sql`update phone_code set created_at = created_at - ${interval}::interval,
    expires_at = expires_at - ${interval}::interval`.execute(t.services.db);
const outcome = async (otp: string, by: Caller, number = phone) => {
  const reply = await tryCode(t, number, otp, by);
  return reply.statusCode === 200 ? 'verified' : reply.json().code;
};

describe('a code is not sent', () => {
  test.each([
    ['nonsense', 'call me'],
    ['a number without its country', '089 123456'],
    ['a number that is too short', '+49 12'],
    ['a number longer than 20 characters', '+49 1234567890123456789'],
    ['an unknown country', '+999 123456789'],
    ['a premium-rate number', '+49 900 1234567'],
  ])('no code is sent to %s', async (_, number) => {
    const reply = await requestCode(t, number, { from });
    expect(reply.statusCode).toBe(400);
    expect(reply.json().code).toBe('invalid_input');
    expect(reply.json().errors[0]).toMatchObject({ field: 'phone', message: PHONE_MESSAGE });
    expect(await messagesTo(t, number)).toEqual([]);
  });

  test('no code is sent with an invalid token or without a body', async () => {
    expect((await requestCode(t, phone, { token: 'nonsense', from })).statusCode).toBe(401);
    expect((await t.nobody.post('/v1/auth/request-phone-verification/')).statusCode).toBe(400);
    expect(await messagesTo(t, phone)).toEqual([]);
  });

  test.each([
    ['text/plain', 400],
    ['application/x-www-form-urlencoded', 415],
  ])('no code is sent if another site’s page makes a browser send %s', async (type, status) => {
    const reply = await ask(t, {
      path: '/v1/auth/request-phone-verification/',
      body: JSON.stringify({ phone }),
      headers: { 'content-type': type },
      from,
    });
    expect(reply.statusCode).toBe(status);
    expect(await messagesTo(t, phone)).toEqual([]);
  });

  test('no code is sent in production without a provider', async () => {
    const strict = await createTestApp({ config: { production: true } });
    const reply = await requestCode(strict, phone, { from });
    expect(reply.statusCode).toBe(503);
    expect(reply.json()).toMatchObject({
      code: 'sms_not_set_up',
      detail: 'This site cannot send text messages.',
    });
    expect(await messagesTo(strict, phone)).toEqual([]);
    await strict.close();
  });
});

describe('a code is refused', () => {
  test('a code without six digits is refused and not counted as an attempt', async () => {
    const by = await visitor();
    for (const otp of ['', '12345', '1234567', 'abcdef', '１２３４５６'])
      expect(await outcome(otp, by)).toBe('invalid_input');
    expect(await outcome(await codeSentTo(t, phone), by)).toBe('verified');
  });

  test('a code that was never sent is refused', async () => {
    expect(await outcome('123456', await person())).toBe('phone_code_over');
    expect(await outcome('123456', { from })).toBe('phone_code_over');
  });

  test('a code of another number, visitor or person is refused', async () => {
    const asker = await person();
    expect((await requestCode(t, phone, asker)).statusCode).toBe(200);
    const code = await codeSentTo(t, phone);
    for (const by of [await person(), { from }, { cookie: 'cusp_visitor=guessed', from }])
      expect(await outcome(code, by)).toBe('phone_code_over');
    expect(await outcome(code, asker, `${phone}9`)).toBe('phone_code_over');
    expect(await outcome(code, asker)).toBe('verified');
  });

  test('a code is refused after ten minutes', async () => {
    const by = await visitor();
    await age('9 minutes 55 seconds');
    expect(await outcome(otherThan(await codeSentTo(t, phone)), by)).toBe('phone_code_wrong');
    await age('5 seconds');
    expect(await outcome(await codeSentTo(t, phone), by)).toBe('phone_code_over');
  });

  test('the right code is refused after five wrong ones, until a new one is requested', async () => {
    const by = await visitor();
    const code = await codeSentTo(t, phone);
    const wrong = otherThan(code);
    for (let tries = 0; tries < 4; tries += 1) expect(await outcome(wrong, by)).toBe('phone_code_wrong');
    expect(await outcome(wrong, by)).toBe('phone_code_over');
    expect(await outcome(code, by)).toBe('phone_code_over');
    await age('30 seconds');
    expect((await requestCode(t, phone, by)).statusCode).toBe(200);
    expect(await outcome(await codeSentTo(t, phone), by)).toBe('verified');
  });

  test('the right code is refused after five concurrent wrong ones', async () => {
    const by = await visitor();
    const code = await codeSentTo(t, phone);
    const tries = await Promise.all(Array.from({ length: 20 }, () => outcome(otherThan(code), by)));
    expect(tries.filter((each) => each === 'phone_code_wrong')).toHaveLength(4);
    expect(await outcome(code, by)).toBe('phone_code_over');
    const { tries: counted } = await t.services.db
      .selectFrom('phone_code')
      .select('tries')
      .orderBy('created_at', 'desc')
      .executeTakeFirstOrThrow();
    expect(counted).toBe(5);
  });

  test('a code is refused after a newer one was sent', async () => {
    const by = await visitor();
    const first = await codeSentTo(t, phone);
    await age('30 seconds');
    await requestCode(t, phone, by);
    const second = await codeSentTo(t, phone);
    if (first !== second) expect(await outcome(first, by)).toBe('phone_code_wrong');
    expect(await outcome(second, by)).toBe('verified');
  });
});

describe('a sent code', () => {
  test('a code verifies the number in any spelling, and twice by a double click', async () => {
    const by = await visitor();
    const code = await codeSentTo(t, phone);
    const bare = phone.replaceAll(' ', '');
    const outcomes = await Promise.all([outcome(code, by, bare), outcome(code, by)]);
    expect(outcomes).toEqual(['verified', 'verified']);
  });

  test('a code’s message is in the browser’s language and names the brand', async () => {
    const reply = await t.app.inject({
      method: 'POST',
      url: '/heclore/v1/auth/request-phone-verification/',
      payload: { phone },
      headers: { 'accept-language': 'de', host: 'cloud.molaris.example' },
      remoteAddress: from,
    });
    expect(reply.statusCode, reply.body).toBe(200);
    expect(reply.body).toBe('{}');
    const [message] = await messagesTo(t, phone);
    expect(message?.text).toMatch(
      /^Molaris Exchange: \d{6} ist Ihr Bestätigungscode\. Er gilt 10 Minuten\.$/,
    );
  });

  test('a code and its requester are stored as digests', async () => {
    const by = await visitor();
    const code = await codeSentTo(t, phone);
    const rows = await sql<{ row: string }>`select phone_code::text as row from phone_code`.execute(
      t.services.db,
    );
    for (const { row } of rows.rows)
      for (const secret of [code, phone.replaceAll(' ', ''), from, String(by.cookie.split('=')[1])])
        expect(row).not.toContain(secret);
  });

  test('a code is in the audit log without its number', async () => {
    const user = await createUser(t.services);
    const by = { token: (await t.as(user)).token, from };
    await requestCode(t, phone, by);
    const code = await codeSentTo(t, phone);
    await outcome(otherThan(code), by);
    await outcome(code, by);
    expect(await auditOf(t, user.id)).toEqual([
      'authn_phone_code',
      'authn_phone_verify refused',
      'authn_phone_verify',
    ]);
    const log = await t.services.db.selectFrom('audit_log').select('detail').execute();
    expect(JSON.stringify(log)).not.toContain('89');
  });
});

test('the visitor’s cookie is HttpOnly and SameSite, and set once', async () => {
  const first = await requestCode(t, phone, { from });
  expect(first.headers['set-cookie']).toMatch(/^cusp_visitor=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/);
  await age('30 seconds');
  const again = await requestCode(t, phone, { cookie: visitorOfReply(first), from });
  expect(again.statusCode).toBe(200);
  expect(again.headers['set-cookie']).toBeUndefined();
  const signedIn = await requestCode(t, phone.replace('+49 89', '+49 30'), await person());
  expect(signedIn.headers['set-cookie']).toBeUndefined();
});

test('expired codes are removed, those that still count stay', async () => {
  const { tidyPhone } = await import('./sms-limits.ts');
  await verifyPhone(t, phone, { from });
  const left = async () => (await t.services.db.selectFrom('phone_code').select('id').execute()).length;
  const before = await left();
  await tidyPhone(t.services);
  expect(await left()).toBe(before);
  await age('26 hours');
  await tidyPhone(t.services);
  expect(await left()).toBe(0);
});
