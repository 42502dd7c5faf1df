import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { BLANK } from '@cusp/contract/identity';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createUser } from '../../testing/factories.ts';
import { codeSentTo, requestCode, tryCode, verifyPhone, visitorOfReply } from '../../testing/phone.ts';
import { EXIF, HTML, HTML_AS_JPEG, jpeg, pictureBlob, png } from '../../testing/pictures.ts';
import { ask, auditOf, formOf, humanResponse, SIGN_UP, signUpForm } from '../../testing/sign-in.ts';
import { easyHumanCheck } from '../../testing/solve-human-check.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.close());

let serial = 0;
let username = '';
beforeEach(() => {
  serial += 1;
  username = `newcomer${serial}@clinic.example`;
});

const send = (form: FormData, headers: Record<string, string> = {}) =>
  ask(t, { path: '/v1/auth/signup/', body: form, headers });
const signUp = async (fields: Record<string, string | Blob> = {}) =>
  send(await signUpForm(t, { username, ...fields }));
const accounts = () => t.services.db.selectFrom('app_user').select('email').execute();
const pictures = () => readdir(join(t.services.config.dataDir, 'files', 'pictures')).catch(() => []);

describe('signing up is refused', () => {
  beforeEach(async () => {
    const before = [await accounts(), await pictures()];
    return async () => {
      expect([await accounts(), await pictures()]).toEqual(before);
    };
  });

  test('when it is not a form', async () => {
    expect((await ask(t, { path: '/v1/auth/signup/', body: SIGN_UP })).statusCode).toBe(415);
  });

  test('with every empty field named', async () => {
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
  ])('when %s is %j', async (field, value) => {
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
    ['newcomer@clinic.example', 'password_common', 'This password is too common.'],
  ])('with the password %s', async (password, code, message) => {
    const reply = await signUp({ username: SIGN_UP.username, password, 'g-recaptcha-response': 'unused' });
    expect(reply.statusCode).toBe(400);
    expect(reply.json()).toMatchObject({ code });
    expect(reply.json().errors[0]).toMatchObject({ field: 'password', message });
  });

  test('when the passwords differ', async () => {
    const reply = await signUp({ password_confirm: 'another thing', 'g-recaptcha-response': 'unused' });
    expect(reply.json()).toMatchObject({
      code: 'password_mismatch',
      errors: [{ field: 'password_confirm' }],
    });
  });

  test('without a human check', async () => {
    const reply = await signUp({ 'g-recaptcha-response': '' });
    expect(reply.statusCode).toBe(400);
    expect(reply.json()).toMatchObject({ code: 'human_check_missing', detail: 'No reCAPTCHA response' });
  });

  test('with a human check that is made up, forged, foreign or too old', async () => {
    const decoded = async () =>
      JSON.parse(Buffer.from(await easyHumanCheck(t.services), 'base64').toString());
    const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64');
    const easier = await decoded();
    easier.challenge.parameters.cost = 1;
    const unsigned = await decoded();
    delete unsigned.challenge.signature;
    const unsolved = await decoded();
    unsolved.solution.derivedKey = '00'.repeat(32);
    const longer = await decoded();
    longer.challenge.parameters.expiresAt += 1000;
    const keyless = await decoded();
    delete keyless.challenge.parameters.keySignature;
    const elsewhere = await createTestApp();
    const foreign = await easyHumanCheck(elsewhere.services);
    await elsewhere.close();
    for (const response of [
      'yes',
      encode({}),
      ...[easier, unsigned, unsolved, longer, keyless].map(encode),
      foreign,
    ])
      expect((await signUp({ 'g-recaptcha-response': response })).json().code).toBe('human_check_failed');
  });

  test('with an address that has an account, in any spelling', async () => {
    const taken = (await accounts())[0]?.email ?? '';
    for (const spelling of [taken, taken.toUpperCase()]) {
      const reply = await signUp({ username: spelling });
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
  ])('with a picture that is %s', async (_, code, status, bytes) => {
    const reply = await signUp({ picture: pictureBlob(bytes), 'g-recaptcha-response': 'unused' });
    expect(reply.statusCode).toBe(status);
    expect(reply.json()).toMatchObject({ code, errors: [{ field: 'picture' }] });
  });

  test('with a picture when the address turns out to be taken: its bytes go again', async () => {
    const taken = (await accounts())[0]?.email ?? '';
    const reply = await signUp({ username: taken, picture: pictureBlob(png()) });
    expect(reply.json()).toMatchObject({ code: 'email_taken' });
  });

  test('with a phone number that nobody verified, before the human check is spent', async () => {
    const response = await humanResponse(t);
    const phone = '+49 89 100001';
    const headers = { cookie: visitorOfReply(await requestCode(t, phone)) };
    const form = { username, phone, 'g-recaptcha-response': response };
    for (const attempt of [{}, headers]) {
      const reply = await send(await signUpForm(t, form), attempt);
      expect(reply.statusCode).toBe(400);
      expect(reply.json()).toMatchObject({
        code: 'phone_not_verified',
        detail: 'Please verify your phone number.',
        errors: [{ field: 'phone' }],
      });
    }
  });

  test('with a number that another visitor, or a person who is signed in, verified', async () => {
    const phone = '+49 89 100002';
    const { cookie = '' } = await verifyPhone(t, '+49 89 100003', { from: '198.51.100.1' });
    await verifyPhone(t, phone, { from: '198.51.100.2' });
    const { token } = await t.as(await createUser(t.services));
    await sql`update phone_code set created_at = created_at - interval '1 minute'`.execute(t.services.db);
    await verifyPhone(t, phone, { token, from: '198.51.100.3' });
    const form = await signUpForm(t, { username, phone, 'g-recaptcha-response': 'unused' });
    const reply = await send(form, { cookie, authorization: `Bearer ${token}` });
    expect(reply.json()).toMatchObject({ code: 'phone_not_verified' });
    await t.services.db.deleteFrom('app_user').where('email', 'like', 'person%').execute();
  });

  test('an hour after the number was verified', async () => {
    const phone = '+49 89 100004';
    const { cookie = '' } = await verifyPhone(t, phone, { from: '198.51.100.4' });
    await sql`update phone_code set verified_at = verified_at - interval '61 minutes'`.execute(t.services.db);
    const form = await signUpForm(t, { username, phone, 'g-recaptcha-response': 'unused' });
    expect((await send(form, { cookie })).json()).toMatchObject({ code: 'phone_not_verified' });
  });

  test('with a file where none belongs, or two', async () => {
    const blob = pictureBlob(png());
    expect((await signUp({ passport: blob, 'g-recaptcha-response': 'x' })).statusCode).toBe(400);
    const two = formOf({ ...SIGN_UP, username, picture: blob });
    two.append('picture', blob);
    expect((await send(two)).statusCode).toBe(400);
  });

  beforeAll(async () => {
    const reply = await send(await signUpForm(t, { username: 'first@clinic.example' }));
    expect(reply.statusCode, reply.body).toBe(200);
  });
});

describe('a solved human check', () => {
  test('counts once, even twice at once', async () => {
    const response = await humanResponse(t);
    const replies = await Promise.all([
      signUp({ username: `a${username}`, 'g-recaptcha-response': response }),
      signUp({ username: `b${username}`, 'g-recaptcha-response': response }),
    ]);
    expect(replies.map((reply) => reply.statusCode).sort()).toEqual([200, 400]);
    const again = await signUp({ username: `c${username}`, 'g-recaptcha-response': response });
    expect(again.json()).toMatchObject({ code: 'human_check_failed' });
  });

  test('is not spent on a form that is wrong', async () => {
    const response = await humanResponse(t);
    expect((await signUp({ password: 'password1', 'g-recaptcha-response': response })).statusCode).toBe(400);
    expect((await signUp({ 'g-recaptcha-response': response })).statusCode).toBe(200);
  });
});

describe('signing up', () => {
  const rowOf = (email: string) =>
    t.services.db.selectFrom('app_user').selectAll().where('email', '=', email).executeTakeFirstOrThrow();

  test('twice by a double click makes one account', async () => {
    const forms = [
      await signUpForm(t, { username }),
      await signUpForm(t, { username: username.toUpperCase() }),
    ];
    const replies = await Promise.all(forms.map((form) => send(form)));
    expect(replies.map((reply) => reply.statusCode).sort()).toEqual([200, 400]);
  });

  test('keeps what was typed, the language of the browser and the skin of the host', async () => {
    const { cookie = '' } = await verifyPhone(t, '+49 89 123456', { from: '198.51.100.5' });
    const form = await signUpForm(t, {
      username,
      first_name: ' Zoë ',
      institution: 'Praxis "Müller" <b>',
      phone: '+49 89 123456',
      address: '서울특별시',
    });
    const reply = await send(form, {
      cookie,
      'accept-language': 'pt-BR,en;q=0.5',
      host: 'cloud.verdent.example',
    });
    expect(reply.statusCode, reply.body).toBe(200);
    const row = await rowOf(username);
    expect(row).toMatchObject({
      first_name: 'Zoë',
      institution: 'Praxis "Müller" <b>',
      phone: '+49 89 123456',
      phone_verified: true,
      address: '서울특별시',
      language: 'pt-BR',
      brand: 'verdent',
      activated_at: null,
      region: 'us',
      is_staff: false,
    });
    expect(row.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(reply.headers['set-cookie']).toBeUndefined();
    expect(await auditOf(t, row.id)).toEqual(['user_created']);
  });

  test('uses a verified number up: for one account, even twice at once, and its code opens it no more', async () => {
    const phone = '+49 89 100006';
    const by = { from: '198.51.100.6' };
    const { cookie = '' } = await verifyPhone(t, phone, by);
    const twins = [`a${username}`, `b${username}`].map((each) => signUpForm(t, { username: each, phone }));
    const replies = await Promise.all((await Promise.all(twins)).map((form) => send(form, { cookie })));
    expect(replies.map((reply) => reply.statusCode).sort()).toEqual([200, 400]);
    const again = await tryCode(t, phone, await codeSentTo(t, phone), { ...by, cookie });
    expect(again.json()).toMatchObject({ code: 'phone_code_over' });
  });

  test('keeps a verified number for another try when the address is taken', async () => {
    const phone = '+49 89 100007';
    const { cookie = '' } = await verifyPhone(t, phone, { from: '198.51.100.7' });
    const taken = (await accounts())[0]?.email ?? '';
    const refused = await send(await signUpForm(t, { username: taken, phone }), { cookie });
    expect(refused.json()).toMatchObject({ code: 'email_taken' });
    expect((await send(await signUpForm(t, { username, phone }), { cookie })).statusCode).toBe(200);
  });

  test('cannot make anybody staff, or active', async () => {
    const reply = await signUp({ is_staff: 'true', activated_at: '2026-01-01', id: '1' });
    expect(reply.statusCode, reply.body).toBe(200);
    expect(await rowOf(username)).toMatchObject({ is_staff: false, activated_at: null });
  });

  test('stores the picture by its content and without its metadata', async () => {
    const reply = await signUp({ picture: pictureBlob(jpeg({ segments: [EXIF] }), 'text/html') });
    expect(reply.statusCode, reply.body).toBe(200);
    const row = await rowOf(username);
    expect(row.picture_type).toBe('image/jpeg');
    expect(row.picture_key).toMatch(/^pictures\/[\w-]+$/);
    const chunks: Buffer[] = [];
    for await (const chunk of await t.services.storage.read(String(row.picture_key))) chunks.push(chunk);
    expect(Buffer.concat(chunks)).toEqual(jpeg());
  });

  test('takes an empty picture part for no picture', async () => {
    const form = await signUpForm(t, { username });
    form.append('picture', new Blob([]), '');
    expect((await send(form)).statusCode).toBe(200);
    expect((await rowOf(username)).picture_key).toBeNull();
  });
});
