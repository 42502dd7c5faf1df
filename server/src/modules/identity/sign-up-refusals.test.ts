import { BLANK } from '@cusp/contract/identity';
import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createUser } from '../../testing/factories.ts';
import { requestCode, verifyPhone, visitorOfReply } from '../../testing/phone.ts';
import { HTML, HTML_AS_JPEG, jpeg, pictureBlob, png } from '../../testing/pictures.ts';
import { ask, formOf, humanResponse, SIGN_UP } from '../../testing/sign-in.ts';
import { openSignUp } from '../../testing/sign-up.ts';

const { t, newcomer, formWith, send, signUp, accounts, pictures } = await openSignUp();

describe('signing up is refused', () => {
  beforeAll(async () => {
    const reply = await send(await formWith({ username: 'first@clinic.example' }));
    expect(reply.statusCode, reply.body).toBe(200);
  });
  beforeEach(async () => {
    const before = [await accounts(), await pictures()];
    return async () => {
      expect([await accounts(), await pictures()]).toEqual(before);
    };
  });

  test('sign-up with a body that is no form is refused', async () => {
    expect((await ask(t, { path: '/v1/auth/signup/', body: SIGN_UP })).statusCode).toBe(415);
  });

  test('sign-up names every empty field', async () => {
    const reply = await send(formOf({}));
    expect(reply.statusCode).toBe(400);
    const fields = reply.json().errors.map(({ field }: { field: string }) => field);
    expect(fields.sort()).toEqual(
      ['country', 'first_name', 'last_name', 'password', 'password_confirm', 'role', 'username'].sort(),
    );
    const blank = reply.json().errors.filter((issue: { message: string }) => issue.message === BLANK);
    expect(blank.map(({ field }: { field: string }) => field).sort()).toEqual(
      ['country', 'first_name', 'last_name', 'password', 'password_confirm'].sort(),
    );
  });

  test.each([
    ['username', 'not an address'],
    ['username', 'gräfin@clinic.example'],
    ['username', 'a\r\nBcc: x@y.example@clinic.example'],
    ['username', `${'x'.repeat(250)}@clinic.example`],
    ['first_name', ' '],
    ['first_name', 'x'.repeat(101)],
    ['last_name', 'Ada\r\nBcc: everybody@clinic.example'],
    ['role', 'Owner'],
    ['country', 'Germany'],
    ['country', 'ZZ'],
    ['phone', 'call me'],
    ['phone', '+4912345678901234567890'],
    ['institution', 'x'.repeat(101)],
    ['address', 'x'.repeat(201)],
  ])('sign-up is refused when %s is %j', async (field, value) => {
    const reply = await signUp({ [field]: value, 'g-recaptcha-response': 'unused' });
    expect(reply.statusCode).toBe(400);
    const named = reply.json().errors.map((issue: { field: string }) => issue.field);
    expect([...new Set(named)]).toEqual([field]);
  });

  test.each([
    ['1234567', 'invalid_input', 'This password is too short. It must contain at least 8 characters.'],
    ['x'.repeat(129), 'invalid_input', 'This password is too long. It must contain at most 128 characters.'],
    ['password1', 'password_common', 'This password is too common.'],
    ['PassWord1', 'password_common', 'This password is too common.'],
    [
      'newcomer@clinic.example',
      'password_guessable',
      'This password is easy to guess, because it is made of names, dates or common words.',
    ],
  ])('sign-up with the password %s is refused', async (password, code, message) => {
    const reply = await signUp({ username: SIGN_UP.username, password, 'g-recaptcha-response': 'unused' });
    expect(reply.statusCode).toBe(400);
    expect(reply.json()).toMatchObject({ code });
    expect(reply.json().errors[0]).toMatchObject({ field: 'password', message });
  });

  test('sign-up with different passwords is refused', async () => {
    const reply = await signUp({ password_confirm: 'another thing', 'g-recaptcha-response': 'unused' });
    expect(reply.json()).toMatchObject({
      code: 'password_mismatch',
      errors: [{ field: 'password_confirm' }],
    });
  });

  test('sign-up with a taken address is refused, in any spelling', async () => {
    const taken = (await accounts())[0]?.email ?? '';
    for (const spelling of [taken, taken.toUpperCase()]) {
      const reply = await signUp({ username: spelling, password: 'four green incisors' });
      expect(reply.statusCode).toBe(400);
      expect(reply.json()).toMatchObject({
        code: 'email_taken',
        errors: [{ field: 'username', message: 'This email cannot be used' }],
      });
    }
  });

  test.each([
    ['a page', 'picture_type_not_allowed', 400, HTML],
    ['a page that begins like a JPEG', 'picture_type_not_allowed', 400, HTML_AS_JPEG],
    [
      'a JPEG 30,000 pixels wide and high',
      'picture_too_many_pixels',
      400,
      jpeg({ width: 30_000, height: 30_000 }),
    ],
    ['a drawing', 'picture_type_not_allowed', 400, Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['30,000 pixels wide and high', 'picture_too_many_pixels', 400, png({ width: 30_000, height: 30_000 })],
    ['5 MiB and a byte', 'picture_too_large', 413, Buffer.concat([png(), Buffer.alloc(5 * 1024 * 1024)])],
    ['7 MiB', 'picture_too_large', 413, Buffer.alloc(7 * 1024 * 1024)],
  ])('sign-up with a picture that is %s is refused', async (_, code, status, bytes) => {
    const reply = await signUp({ picture: pictureBlob(bytes), 'g-recaptcha-response': 'unused' });
    expect(reply.statusCode).toBe(status);
    expect(reply.json()).toMatchObject({ code, errors: [{ field: 'picture' }] });
  });

  test('sign-up with a picture and a taken address removes the picture’s bytes', async () => {
    const taken = (await accounts())[0]?.email ?? '';
    const reply = await signUp({
      username: taken,
      password: 'four green incisors',
      picture: pictureBlob(png()),
    });
    expect(reply.json()).toMatchObject({ code: 'email_taken' });
  });

  test('sign-up with an unverified phone number is refused before the human check is spent', async () => {
    const response = await humanResponse(t);
    const phone = '+49 89 100001';
    const headers = { cookie: visitorOfReply(await requestCode(t, phone)) };
    const form = { phone, 'g-recaptcha-response': response };
    for (const attempt of [{}, headers]) {
      const reply = await send(await formWith(form), attempt);
      expect(reply.statusCode).toBe(400);
      expect(reply.json()).toMatchObject({
        code: 'phone_not_verified',
        detail: 'Please verify your phone number.',
        errors: [{ field: 'phone' }],
      });
    }
  });

  test('sign-up with a number verified by another visitor or a signed-in person is refused', async () => {
    const phone = '+49 89 100002';
    const { cookie = '' } = await verifyPhone(t, '+49 89 100003', { from: '198.51.100.1' });
    await verifyPhone(t, phone, { from: '198.51.100.2' });
    const { token } = await t.as(await createUser(t.services));
    await sql`update phone_code set created_at = created_at - interval '1 minute'`.execute(t.services.db);
    await verifyPhone(t, phone, { token, from: '198.51.100.3' });
    const form = await formWith({ phone, 'g-recaptcha-response': 'unused' });
    const reply = await send(form, { cookie, authorization: `Bearer ${token}` });
    expect(reply.json()).toMatchObject({ code: 'phone_not_verified' });
    await t.services.db.deleteFrom('app_user').where('email', 'like', 'person%').execute();
  });

  test('sign-up an hour after the number was verified is refused', async () => {
    const phone = '+49 89 100004';
    const { cookie = '' } = await verifyPhone(t, phone, { from: '198.51.100.4' });
    await sql`update phone_code set verified_at = verified_at - interval '61 minutes'`.execute(t.services.db);
    const form = await formWith({ phone, 'g-recaptcha-response': 'unused' });
    expect((await send(form, { cookie })).json()).toMatchObject({ code: 'phone_not_verified' });
  });

  test('sign-up with an unexpected file, or two, is refused', async () => {
    const blob = pictureBlob(png());
    expect((await signUp({ passport: blob, 'g-recaptcha-response': 'x' })).statusCode).toBe(400);
    const two = formOf({ ...SIGN_UP, ...newcomer, picture: blob });
    two.append('picture', blob);
    expect((await send(two)).statusCode).toBe(400);
  });
});
